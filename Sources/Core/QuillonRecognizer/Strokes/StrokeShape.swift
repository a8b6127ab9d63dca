import QuillonNumerics

/// How large a stroke was and how far it went, in its plane.
public struct StrokeShape: Equatable, Sendable {
  /// The larger of width and height, in the unit of its points, m in Q8.23 for those in space; clamped.
  public var size: Fixed<23> = .zero
  /// The smaller of the two, of the larger one, or of the minimum size if that is more; Q1.14.
  public var narrowness: Fixed<14> = .zero
  /// How far the pen went, in the same measure; Q17.14, within 7 %.
  public var length: Fixed<14> = .zero

  /// What the shape gates have against it, if anything.
  public func rejection(by gates: RejectionGates) -> Rejection? {
    if gates.contains(.limits),
      size < RejectionGates.leastExtent || size > RejectionGates.greatestExtent
    {
      return Rejection(.extent, value: Fixed(bits: size.bits &>> 11))
    }
    if gates.contains(.retracing), narrowness <= RejectionGates.greatestRetracedWidth,
      length >= RejectionGates.leastRetracedLength
    {
      return Rejection(.retracing, value: Fixed(bits: narrowness.bits &>> 2))
    }
    return nil
  }
}
