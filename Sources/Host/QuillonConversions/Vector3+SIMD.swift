import QuillonNumerics

extension Vector3 {
  /// The vector with each component rounded to nearest and clamped to the format; not a number gives 0.
  @inlinable
  public init(_ components: SIMD3<Double>) {
    self.init(Fixed(components.x), Fixed(components.y), Fixed(components.z))
  }

  /// The same for `Float` and every other floating-point type.
  @inlinable
  public init<Scalar: BinaryFloatingPoint & SIMDScalar>(_ components: SIMD3<Scalar>) {
    self.init(Fixed(components.x), Fixed(components.y), Fixed(components.z))
  }

  /// The components, exact.
  @inlinable
  public var double: SIMD3<Double> { SIMD3(x.double, y.double, z.double) }

  /// The components, each the nearest `Float`.
  @inlinable
  public var float: SIMD3<Float> { SIMD3(x.float, y.float, z.float) }
}
