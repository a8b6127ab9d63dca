import Foundation

/// What the readings of one axis of a sensor tell.
public struct AxisStatistics: Equatable, Sendable {
  /// The mean: at rest the bias, on an axis without gravity or field.
  public var mean: Double
  /// The standard deviation.
  public var deviation: Double
  /// The least reading.
  public var lowest: Double
  /// The greatest reading.
  public var highest: Double
  /// The step between neighboring readings; nil when none is visible.
  public var resolution: Double?
  /// Readings at a limit of the sensor's range.
  public var clipped: Int
  /// The Allan deviation.
  public var allan: AllanDeviation
  /// The noise behind it; nil when there is too little data or no noise.
  public var noise: NoiseModel?

  /// The statistics of `values` taken every `interval` s.
  public init(of values: [Double], interval: Double) {
    let count = Double(max(values.count, 1))
    let mean = values.reduce(0, +) / count
    self.mean = mean
    deviation = (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / count).squareRoot()
    lowest = values.min() ?? 0
    highest = values.max() ?? 0
    resolution = Self.resolution(of: values)
    clipped = Self.clipped(in: values, at: lowest) + Self.clipped(in: values, at: highest)
    allan = AllanDeviation(of: values, interval: interval)
    noise = NoiseModel(fitting: allan)
  }

  /// The median distance of neighboring values that occur; nil when more than half of the values occur once
  /// only, so that no steps show, and from 10³⁰⁰ on, which is no sensor's.
  private static func resolution(of values: [Double]) -> Double? {
    let distinct = Set(values).sorted()
    guard distinct.count > 1, 2 * distinct.count <= values.count else { return nil }
    let step = zip(distinct, distinct.dropFirst()).map { $1 - $0 }.sorted()[
      (distinct.count - 1) / 2]
    return step < 1e300 ? step : nil
  }

  /// How many values stand at the `limit` in runs of three and more; 0 unless at least three times as many
  /// values stand there as at the value next to it, since the ends of plain noise are thin.
  private static func clipped(in values: [Double], at limit: Double) -> Int {
    let others = values.filter { $0 != limit }
    guard let next = others.min(by: { abs($0 - limit) < abs($1 - limit) }) else { return 0 }
    guard values.count - others.count >= 3 * others.count(where: { $0 == next }) else { return 0 }
    var (total, run) = (0, 0)
    for value in values + [next] {
      if value == limit {
        run += 1
      } else {
        total += run >= 3 ? run : 0
        run = 0
      }
    }
    return total
  }
}
