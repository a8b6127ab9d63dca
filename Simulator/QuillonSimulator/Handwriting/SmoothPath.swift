import Foundation

/// A smooth curve whose parameter runs slowly where the curve bends.
///
/// A hand that moves the parameter at a constant rate follows the two-thirds power law, speed ~
/// (curvature + k)^(−1/3) (Lacquaniti, Terzuolo and Viviani 1983, "The law relating the kinematic
/// and figural aspects of drawing movements", Acta Psychologica 54). The constant k is from Viviani
/// and Stucchi 1992; it keeps the speed on straight parts finite.
struct SmoothPath: Equatable, Sendable {
  /// Its length, in the points' unit. Bends count as longer by the factor by which the hand is
  /// slower in them. For a straight path it is the plain length.
  let effort: Double
  private let spline: CubicSpline

  private static let sampleCount = 96

  /// The curve through `points`, with its parameter from 0 to 1. There must be at least two points,
  /// and successive points must differ. `size` is the height of the letter, in the points' unit.
  init(through points: [SIMD2<Double>], size: Double) {
    let drawn = Self.interpolate(points)
    let samples = (0...Self.sampleCount).map {
      drawn.sample(at: Double($0) / Double(Self.sampleCount))
    }
    let straight = 1 / size
    let pace = Self.smoothed(
      samples.map { cbrt((Self.curvature($0) + straight) / straight) })
    var effort = [0.0]
    for i in 1...Self.sampleCount {
      let step = Self.length(samples[i].point - samples[i - 1].point)
      effort.append(effort[i - 1] + step * (pace[i] + pace[i - 1]) / 2)
    }
    let total = effort[Self.sampleCount]
    self.effort = total
    spline = CubicSpline(knots: effort.map { $0 / total }, points: samples.map(\.point))
  }

  /// The point for a parameter from 0 to 1, and the first two derivatives with respect to it.
  func sample(at parameter: Double) -> CubicSpline.Sample { spline.sample(at: parameter) }

  /// A spline over 0 ... 1 with centripetal knots, which neither loops nor overshoots (Lee 1989).
  private static func interpolate(_ points: [SIMD2<Double>]) -> CubicSpline {
    var knots = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      knots.append((knots.last ?? 0) + length(b - a).squareRoot())
    }
    let total = knots.last ?? 1
    return CubicSpline(knots: knots.map { $0 / total }, points: points)
  }

  private static func curvature(_ sample: CubicSpline.Sample) -> Double {
    let (d, dd) = (sample.first, sample.second)
    let speed = length(d)
    return abs(d.x * dd.y - d.y * dd.x) / max(speed * speed * speed, 1e-12)
  }

  private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  /// Three running means over five samples, nearly a Gaussian window. So the hand slows down before
  /// a bend and does not change its speed abruptly.
  private static func smoothed(_ values: [Double]) -> [Double] {
    var result = values
    for _ in 0..<3 {
      let source = result
      for i in source.indices {
        let window = source[max(i - 2, 0)...min(i + 2, source.count - 1)]
        result[i] = window.reduce(0, +) / Double(window.count)
      }
    }
    return result
  }
}
