extension Vector3 {
  /// The sum of the squares of the components, Q2f, exact as an unsigned 64-bit pattern.
  ///
  /// Qf × Qf = Q2f, three terms of at most 2⁶²: below 2⁶⁴.
  @inlinable @inline(__always)
  public var squaredNorm: WideSum {
    var sum = WideSum(x.bits, times: x.bits)
    sum.addSquare(of: y.bits)
    sum.addSquare(of: z.bits)
    return sum
  }

  /// The direction of the vector, Q1.30, each component within 2 ulp; nil for the zero vector.
  @inlinable
  public var normalized: Vector3<30>? {
    guard let root = ReciprocalRoot(of: squaredNorm) else { return nil }
    return Vector3<30>(
      root.ratio(of: x.bits), root.ratio(of: y.bits), root.ratio(of: z.bits))
  }
}
