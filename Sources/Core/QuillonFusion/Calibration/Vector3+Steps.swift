import QuillonNumerics

/// Converts between a vector and its plain step counts. Arithmetic on step counts is the same in
/// all formats, so it is in flash only once.
extension Vector3 {
  /// The vector as counts of its format's steps.
  @inlinable @inline(__always)
  public var steps: Vector3<0> {
    Vector3<0>(Fixed(bits: x.bits), Fixed(bits: y.bits), Fixed(bits: z.bits))
  }

  /// A vector from counts of its format's steps.
  @inlinable @inline(__always)
  public init(steps: Vector3<0>) {
    self.init(
      Fixed(bits: steps.x.bits), Fixed(bits: steps.y.bits), Fixed(bits: steps.z.bits))
  }
}
