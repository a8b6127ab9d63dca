import QuillonNumerics

/// A vector of one format and the plain counts of its steps, for arithmetic that is the same in all
/// formats and so need be in flash once only.
extension Vector3 {
  /// The vector as counts of its format's steps.
  @inlinable @inline(__always)
  public var steps: Vector3<0> {
    Vector3<0>(Fixed(bits: x.bits), Fixed(bits: y.bits), Fixed(bits: z.bits))
  }

  /// The vector of so many steps of the format.
  @inlinable @inline(__always)
  public init(steps: Vector3<0>) {
    self.init(
      Fixed(bits: steps.x.bits), Fixed(bits: steps.y.bits), Fixed(bits: steps.z.bits))
  }
}
