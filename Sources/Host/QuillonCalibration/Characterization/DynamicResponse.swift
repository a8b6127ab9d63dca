import Foundation

/// How quickly a sensor follows a sudden change: the time constant of a low-pass of first order.
///
/// After a tap, or when a quick turn stops, the reading goes to its new value c as c + A exp(−t/τ). So each reading
/// less c is exp(−Δt/τ) times the one before, and least squares give this factor. A hand or a table that yields makes
/// the change itself slower, so τ is an upper bound on the sensor's own.
public struct DynamicResponse: Equatable, Sendable {
  /// τ, s; nil when the sensor is too fast to determine it from the samples; see ``bound``.
  public var timeConstant: Double?
  /// Half of the 95 % interval of the mean of τ over the changes, s; nil with ``timeConstant``.
  public var uncertainty: Double?
  /// What τ is less than, s, if most changes were over by the next sample; nil otherwise.
  public var bound: Double?
  /// The number of sudden changes that were found.
  public var changes: Int

  /// The least number of changes for a figure.
  private static let leastChanges = 3
  /// How long a reading may need to reach its new value, s, and until when the new value is
  /// averaged.
  private static let (settled, end) = (0.25, 0.4)

  /// The response in these readings.
  ///
  /// - Parameters:
  ///   - values: The readings, x, y and z.
  ///   - interval: The time from one to the next, s.
  ///   - least: The least sudden change, in the sensor's unit.
  /// - Returns: Nil for fewer than three clean changes.
  public init?(of values: [SIMD3<Double>], interval: Double, least: Double) {
    // From 16 to 100,000 readings a second.
    guard interval > 1e-5, interval < Self.settled / 4 else { return nil }
    var found: [Change] = []
    for axis in 0..<3 { found += Self.changes(in: values.map { $0[axis] }, interval, least) }
    // One change shows on several axes: the largest counts.
    var kept: [Change] = []
    for change in found.sorted(by: { $0.size > $1.size })
    where kept.allSatisfy({ abs($0.index - change.index) > Int(Self.end / interval) }) {
      kept.append(change)
    }
    let constants = kept.compactMap(\.timeConstant)
    let bounds = kept.compactMap(\.bound).sorted()
    changes = kept.count
    guard kept.count >= Self.leastChanges else { return nil }
    guard constants.count >= Self.leastChanges, constants.count > bounds.count else {
      guard !bounds.isEmpty else { return nil }
      bound = bounds[bounds.count / 2]
      return
    }
    let count = Double(constants.count)
    let mean = constants.reduce(0, +) / count
    let squares = constants.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    timeConstant = mean
    // The standard error of the mean, and 1.96 of them to either side.
    uncertainty = 1.96 * (squares / (count - 1) / count).squareRoot()
  }

  /// A sudden change of one axis.
  private struct Change {
    /// The first reading after it.
    var index: Int
    var size: Double
    var timeConstant: Double?
    var bound: Double?
  }

  private static func changes(
    in values: [Double], _ interval: Double, _ least: Double
  ) -> [Change] {
    let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
    guard !steps.isEmpty else { return [] }
    // The median of the magnitude of a difference of two readings is 0.6745 √2 σ.
    let noise = steps.sorted()[steps.count / 2] / (0.6745 * 2.squareRoot())
    let threshold = max(least, 8 * noise)
    let (wait, span) = (Int(settled / interval), Int(end / interval))
    let reach = max(Int(0.05 / interval), 2)
    var changes: [Change] = []
    for index in reach..<max(reach, values.count - span) where steps[index - 1] > threshold {
      let near = steps[max(0, index - 1 - reach)..<min(steps.count, index + reach)]
      guard steps[index - 1] >= near.max() ?? 0 else { continue }
      let tail = values[index + wait..<index + span]
      let target = tail.reduce(0, +) / Double(tail.count)
      guard tail.allSatisfy({ abs($0 - target) < 0.1 * steps[index - 1] + 4 * noise }) else {
        continue
      }
      let rest = values[index..<index + wait].map { $0 - target }
      if let change = change(rest, at: index, size: steps[index - 1], noise, interval) {
        changes.append(change)
      }
    }
    return changes
  }

  /// The change whose distances from the new value are `rest`; nil if they ring or hardly fall.
  private static func change(
    _ rest: [Double], at index: Int, size: Double, _ noise: Double, _ interval: Double
  ) -> Change? {
    let floor = max(4 * noise, 0.05 * size)
    var (products, squares) = (0.0, 0.0)
    for (value, next) in zip(rest, rest.dropFirst()) {
      guard abs(value) > floor else { break }
      products += value * next
      squares += value * value
    }
    let factor = squares > 0 ? products / squares : 0
    guard factor < 0.98, factor > -0.2 else { return nil }
    let least = min(max(floor / size, 0.05), 0.5)
    return factor > least
      ? Change(index: index, size: size, timeConstant: -interval / log(factor))
      : Change(index: index, size: size, bound: -interval / log(least))
  }
}
