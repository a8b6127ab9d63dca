import Glibc

/// A straight line through points as they come, by least squares; the older a point, the less it counts.
///
/// All sums are about the latest point, so that they stay small however long it runs.
struct LineFit {
  /// By how much a point counts less for every one that comes after it.
  private let forgetting: Double
  private var (weight, sumX, sumY) = (0.0, 0.0, 0.0)
  private var (sumXX, sumXY) = (0.0, 0.0)
  private var latest = SIMD2(0.0, 0.0)

  /// No points yet. A point counts 1/e when `memory` others have followed it; infinite: all count the
  /// same.
  init(memory: Double) { forgetting = exp(-1 / memory) }

  /// Takes the next point.
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

  /// The slope; nil before there are two points at different x.
  var slope: Double? {
    let spread = weight * sumXX - sumX * sumX
    return spread > 1e-12 ? (weight * sumXY - sumX * sumY) / spread : nil
  }

  /// The line at `x`; nil as long as there is no slope.
  func value(at x: Double) -> Double? {
    guard let slope else { return nil }
    return latest.y + (sumY + slope * (weight * (x - latest.x) - sumX)) / weight
  }
}
