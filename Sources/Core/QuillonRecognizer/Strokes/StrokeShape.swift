import QuillonNumerics

/// The size of a stroke and the length of its path, in its plane.
public struct StrokeShape: Equatable, Sendable {
  /// The larger of width and height, in the unit of the points: m in Q8.23 for strokes in space;
  /// clamped.
  public var size: Fixed<23> = .zero
  /// The smaller of width and height, divided by the larger one or by the minimum size if that is
  /// larger; Q1.14.
  public var narrowness: Fixed<14> = .zero
  /// The length of the path, divided by the same size; Q17.14, within 7 %.
  public var length: Fixed<14> = .zero
  /// True if `size` is below the minimum size of the stroke.
  public var isTooSmall = false

  /// The rejection by a shape gate; nil if all gates accept the stroke.
  public func rejection(by gates: RejectionGates) -> Rejection? {
    if gates.contains(.limits),
      size < RejectionGates.leastExtent || size > RejectionGates.greatestExtent
    {
      return extentRejection
    }
    if gates.contains(.retracing), narrowness <= RejectionGates.greatestRetracedWidth,
      length >= RejectionGates.leastRetracedLength
    {
      return Rejection(.retracing, value: Fixed(bits: narrowness.bits &>> 2))
    }
    return nil
  }

  /// A rejection because of the size.
  var extentRejection: Rejection { Rejection(.extent, value: Fixed(bits: size.bits &>> 11)) }
}
