/// The drift of a path that the turning of the arm shows: what velocities other than 0 at both ends leave in it.
///
/// An arm is a lever. A hand that moves over the writing plane also turns, as if the whole arm were stiff and turned about a point behind
/// the plane. So the attitude gives the path once more, distorted, but without drift.
public enum ReferenceLeverArm {
  /// How far the board is from the point about which the arm turns, m: to the writer's right, up, and through the plane away from the writer.
  public static let arm = ReferenceVector(0, 0.2, 0.4)
  /// The velocity at either end of a letter that is to be expected, m/s, the standard deviation per axis.
  public static let velocity = 0.06
  /// The noise of both paths, m.
  public static let noise = 0.003

  /// The path without the drift that its difference from `turned` shows.
  ///
  /// - Parameters:
  ///   - path: the integrated path in the writing plane, without its mean acceleration, m.
  ///   - turned: the path that the arm's turning gives, point by point, in the same axes, m.
  ///   - duration: how long it took, s.
  public static func corrected(
    _ path: [SIMD2<Double>], by turned: [SIMD2<Double>], duration: Double
  ) -> [SIMD2<Double>] {
    var step = 1
    while (path.count - 1) / step + 1 > 16 { step *= 2 }
    let places = Array(stride(from: 0, to: path.count, by: step))
    guard places.count >= 8, turned.count == path.count else { return path }
    let n = Double(places.count)
    func polynomials(_ index: Int) -> (u: Double, second: Double) {
      let u = (2 * Double(index) / Double(step) + 1 - n) / n
      return (u, 1.5 * u * u - 0.5 + 0.5 / (n * n))
    }
    let own = Fit(places.map { path[$0] }), other = Fit(places.map { turned[$0] })
    let floor = noise * noise
    let square = own.rest.reduce(0) { $0 + ($1 * $1).sum() } / n + floor
    let turning = other.rest.reduce(0) { $0 + ($1 * $1).sum() } / n
    let both = zip(own.rest, other.rest).reduce(0) { $0 + ($1.0 * $1.1).sum() } / n
    guard both > 0, turning > 0 else { return path }
    let first = min(max(both / turning, 0.25), 2)
    let rest = max(square - 2 * first * both + first * first * turning, floor)
    guard square - rest > square / 16 else { return path }
    let explained = 1 - rest / square
    let ratio = rest / (4 * velocity * velocity * duration * duration)
    let q = ratio / (explained * explained)
    let parts = (1 / (1 + 24 * q), 1 / (1 + 360 * q))
    let weights = (8 * ratio * parts.0, 72 * ratio * parts.1)
    let numerator: Double =
      both + weights.0 * (own.first * other.first).sum()
      + weights.1 * (own.second * other.second).sum()
    let denominator: Double =
      turning + weights.0 * (other.first * other.first).sum()
      + weights.1 * (other.second * other.second).sum()
    let gain = min(max(numerator / denominator, 0), 2)
    let drift = (
      (own.first - other.first * gain) * parts.0, (own.second - other.second * gain) * parts.1
    )
    return path.indices.map { index in
      let (u, second) = polynomials(index)
      return path[index] - drift.0 * u - drift.1 * second
    }
  }

  /// Orthogonal polynomials of degree 0 to 2 that fit a path best (Abramowitz and Stegun 1964, 22.17), and what they leave.
  private struct Fit {
    let first: SIMD2<Double>
    let second: SIMD2<Double>
    let rest: [SIMD2<Double>]

    init(_ path: [SIMD2<Double>]) {
      let n = Double(path.count)
      let z = path.indices.map { 2 * Double($0) + 1 - n }
      let p2 = z.map { 3 * $0 * $0 - n * n + 1 }
      func sum(_ factors: [Double]) -> SIMD2<Double> {
        zip(path, factors).reduce(.zero) { $0 + $1.0 * $1.1 }
      }
      let mean = path.reduce(.zero, +) / n
      let slope = sum(z) / z.reduce(0) { $0 + $1 * $1 }
      let bend = sum(p2) / p2.reduce(0) { $0 + $1 * $1 }
      first = slope * n
      second = bend * (2 * n * n)
      rest = path.indices.map { path[$0] - mean - slope * z[$0] - bend * p2[$0] }
    }
  }
}
