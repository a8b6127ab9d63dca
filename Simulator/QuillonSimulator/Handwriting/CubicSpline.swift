/// A natural cubic spline through points of the plane. It is twice differentiable and has no
/// curvature at both ends (de Boor, "A Practical Guide to Splines", chapter IV).
struct CubicSpline: Equatable, Sendable {
  private let knots: [Double]
  private let points: [SIMD2<Double>]
  private let seconds: [SIMD2<Double>]

  /// The spline that is at `points[i]` for the parameter `knots[i]`. There must be as many points
  /// as knots, at least two, and the knots must increase.
  init(knots: [Double], points: [SIMD2<Double>]) {
    self.knots = knots
    self.points = points
    seconds = Self.secondDerivatives(knots: knots, points: points)
  }

  /// A point of the curve and its first two derivatives with respect to the parameter.
  struct Sample {
    var point: SIMD2<Double>
    var first: SIMD2<Double>
    var second: SIMD2<Double>
  }

  /// The curve at `parameter`, which is clamped to the range from the first to the last knot.
  func sample(at parameter: Double) -> Sample {
    let inside = min(max(parameter, knots[0]), knots[knots.count - 1])
    let interval = min(max(upperBound(inside) - 1, 0), knots.count - 2)
    let width = knots[interval + 1] - knots[interval]
    let b = (inside - knots[interval]) / width
    let a = 1 - b
    let (p, q) = (points[interval], points[interval + 1])
    let (m, n) = (seconds[interval], seconds[interval + 1])
    let sixth = width / 6
    return Sample(
      point: a * p + b * q + ((a * a * a - a) * m + (b * b * b - b) * n) * (width * sixth),
      first: (q - p) / width + ((1 - 3 * a * a) * m + (3 * b * b - 1) * n) * sixth,
      second: a * m + b * n)
  }

  /// The index of the first knot above `parameter`.
  private func upperBound(_ parameter: Double) -> Int {
    var (low, high) = (0, knots.count)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle] > parameter { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Solves the tridiagonal system for the second derivatives at the knots.
  private static func secondDerivatives(
    knots: [Double], points: [SIMD2<Double>]
  ) -> [SIMD2<Double>] {
    let count = knots.count
    var seconds = [SIMD2<Double>](repeating: SIMD2(0, 0), count: count)
    guard count > 2 else { return seconds }
    var upper = [Double](repeating: 0, count: count)
    for i in 1..<count - 1 {
      let before = knots[i] - knots[i - 1]
      let after = knots[i + 1] - knots[i]
      let slopes = (points[i + 1] - points[i]) / after - (points[i] - points[i - 1]) / before
      let pivot = 2 * (before + after) - before * upper[i - 1]
      upper[i] = after / pivot
      seconds[i] = (6 * slopes - before * seconds[i - 1]) / pivot
    }
    for i in stride(from: count - 2, through: 1, by: -1) {
      seconds[i] -= upper[i] * seconds[i + 1]
    }
    return seconds
  }
}
