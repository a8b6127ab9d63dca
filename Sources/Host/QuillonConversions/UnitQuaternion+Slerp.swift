#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The rotation that is `share` of the way, 0…1, from one unit quaternion (w, x, y, z) to another, along the shorter arc
/// and at a constant rate: sin((1 − t) θ)/sin θ · a + sin(t θ)/sin θ · b, θ the angle between them (Shoemake, "Animating
/// rotation with quaternion curves", SIGGRAPH 1985).
///
/// Between almost equal quaternions, where sin θ vanishes, the straight line does the same.
public func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ share: Double) -> SIMD4<Double> {
  let cosine = (a * b).sum()
  let end = cosine < 0 ? -b : b
  let angle = acos(min(abs(cosine), 1))
  let (from, to) =
    angle < 1e-6
    ? (1 - share, share) : (sin((1 - share) * angle) / sin(angle), sin(share * angle) / sin(angle))
  let sum = from * a + to * end
  return sum / (sum * sum).sum().squareRoot()
}
