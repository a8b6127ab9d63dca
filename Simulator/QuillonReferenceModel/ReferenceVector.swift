/// A vector of three Doubles. Its unit and frame are documented where it is used.
public typealias ReferenceVector = SIMD3<Double>

extension SIMD3<Double> {
  /// The inner product with `other`.
  public func dot(_ other: Self) -> Double { (self * other).sum() }

  /// The right-handed cross product self × other.
  public func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }

  /// The Euclidean norm.
  public var length: Double { dot(self).squareRoot() }
}
