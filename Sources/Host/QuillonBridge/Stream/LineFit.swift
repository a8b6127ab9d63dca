#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A straight line through points, by least squares. Older points count less.
///
/// All sums are relative to the last point, so they stay small however long the fit runs.
struct LineFit {
  /// The factor by which the weight of a point falls with each later point.
  private let forgetting: Double
  private var (weight, sumX, sumY) = (0.0, 0.0, 0.0)
  private var (sumXX, sumXY) = (0.0, 0.0)
  private var latest = SIMD2(0.0, 0.0)

  /// No points yet. The weight of a point is 1/e after `memory` later points. If `memory` is
  /// infinite, all weights are 1.
  init(memory: Double) { forgetting = exp(-1 / memory) }

  /// Adds the next point.
  mutating func add(x: Double, y: Double) {
    let (dx, dy) = (latest.x - x, latest.y - y)
    if weight > 0 {
      sumXX = forgetting * (sumXX + 2 * dx * sumX + dx * dx * weight)
      sumXY = forgetting * (sumXY + dx * sumY + dy * sumX + dx * dy * weight)
      sumX = forgetting * (sumX + dx * weight)
      sumY = forgetting * (sumY + dy * weight)
      weight *= forgetting
    }
    weight += 1
    latest = SIMD2(x, y)
  }

  /// The slope. Nil before there are two points at different x.
  var slope: Double? {
    let spread = weight * sumXX - sumX * sumX
    return spread > 1e-12 ? (weight * sumXY - sumX * sumY) / spread : nil
  }

  /// The value of the line at `x`. Nil while there is no slope.
  func value(at x: Double) -> Double? {
    guard let slope else { return nil }
    return latest.y + (sumY + slope * (weight * (x - latest.x) - sumX)) / weight
  }
}
