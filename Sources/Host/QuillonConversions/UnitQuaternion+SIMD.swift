import QuillonNumerics

extension UnitQuaternion {
  /// The unit quaternion in the direction of (w, x, y, z), each component within half an ulp of it; nil if there is
  /// none: when all four are 0, or one is infinite or not a number.
  public init?(_ components: SIMD4<Double>) {
    // Divided by the largest first, so that no square overflows or vanishes.
    let scaled = components / Swift.max(components.max(), -components.min())
    let norm = (scaled * scaled).sum().squareRoot()
    guard norm.isFinite else { return nil }
    let unit = scaled / norm
    self.init(uncheckedUnit: Fixed(unit[0]), Fixed(unit[1]), Fixed(unit[2]), Fixed(unit[3]))
  }

  /// The same for `Float` and every other floating-point type.
  public init?<Scalar: BinaryFloatingPoint & SIMDScalar>(_ components: SIMD4<Scalar>) {
    self.init(
      SIMD4(
        Double(components[0]), Double(components[1]), Double(components[2]), Double(components[3])))
  }

  /// The components (w, x, y, z), exact.
  public var double: SIMD4<Double> { SIMD4(w.double, x.double, y.double, z.double) }

  /// The components (w, x, y, z), each the nearest `Float`.
  public var float: SIMD4<Float> { SIMD4(w.float, x.float, y.float, z.float) }
}
