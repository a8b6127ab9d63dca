import Foundation

/// The statistics of one sensor axis. All values are in the sensor's unit.
public struct AxisStatistics: Equatable, Sendable {
  /// The mean. At rest it is the bias, on an axis without gravity or magnetic field.
  public var mean: Double
  /// The standard deviation.
  public var deviation: Double
  /// The least reading.
  public var lowest: Double
  /// The greatest reading.
  public var highest: Double
  /// The step between neighboring readings; nil when none is visible.
  public var resolution: Double?
  /// The number of readings at a limit of the sensor's range.
  public var clipped: Int
  /// The Allan deviation.
  public var allan: AllanDeviation
  /// The noise model that fits the Allan deviation; nil when there is too little data or no noise.
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

  /// The median distance between neighboring distinct values.
  ///
  /// It is nil when more than half of the values are distinct, since no steps are visible then. It
  /// is also nil from 10³⁰⁰ on, which no sensor has.
  private static func resolution(of values: [Double]) -> Double? {
    let distinct = Set(values).sorted()
    guard distinct.count > 1, 2 * distinct.count <= values.count else { return nil }
    let step = zip(distinct, distinct.dropFirst()).map { $1 - $0 }.sorted()[
      (distinct.count - 1) / 2]
    return step < 1e300 ? step : nil
  }

  /// How many values equal the `limit`, in runs of three or more.
  ///
  /// The result is 0 unless at least three times as many values equal the limit as the value next
  /// to it. Plain noise has only few values at its ends.
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
