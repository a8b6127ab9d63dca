import QuillonNumerics

/// How the writing plane of a stroke in space is found: where right and up are for the writer.
public struct PlaneRule: Equatable, Sendable {
  /// How the plane is found.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The board's face at its mean attitude over the stroke. If the board turns by more than a right angle from that mean, as in the
    /// gesture twist, the mean may depend on the order of the attitudes (`AttitudeMean`). The stroke is still read.
    case device = 0
    /// The board's face when the pen went down. For a board that is held like a pen or a phone.
    case penDown = 1
    /// An upright plane. Up is against gravity. Right is a level direction at a known azimuth to an
    /// axis of the board. For a board on a wrist, which turns while the arm writes.
    case wrist = 2
    /// As `wrist`, but turned to the plane that fits the accelerations of the stroke best.
    case principal = 3
    /// A level plane seen from above, with the same right as `wrist`. It shows where a hand goes
    /// before the azimuth of the board is known.
    case above = 4
  }

  /// The axis of the board that the azimuth is counted from. Choose one that is not upright while
  /// writing.
  public enum Axis: UInt8, Sendable, CaseIterable {
    /// The board's x axis.
    case x = 0
    /// The board's y axis.
    case y = 1
  }

  /// How the plane is found.
  public var kind: Kind
  /// The reference of the azimuth: the level part of this axis at the mean attitude.
  public var axis: Axis
  /// The azimuth of the writer's right, counterclockwise seen from above, in steps of 2⁻¹⁶ turns.
  /// Finer bits are ignored.
  public var azimuth: BinaryAngle

  /// A rule from its parts.
  public init(
    _ kind: Kind = .penDown, axis: Axis = .x, azimuth: BinaryAngle = BinaryAngle(bits: 0)
  ) {
    self.kind = kind
    self.axis = axis
    self.azimuth = azimuth
  }

  /// True if the plane depends on the attitude at the point with this index in a stroke, 0 first.
  @inline(__always)
  public func depends(onPoint index: Int) -> Bool { kind != .penDown || index == 0 }

  /// The plane of a stroke. `attitude` is the mean of the attitudes that the plane depends on. If
  /// the axis is exactly upright, the result is the board's face.
  public func plane(at attitude: UnitQuaternion) -> WritingPlane {
    let m = RotationMatrix(attitude)
    guard Features.isFull, kind == .wrist || kind == .principal || kind == .above,
      let right = level(axis == .x ? m.xAxis : m.yAxis)
    else { return WritingPlane(right: m.xAxis, down: m.yAxis.negatedWithSaturation) }
    return WritingPlane(
      right: right,
      down: kind == .above
        ? Vector3(right.y, right.x.negatedWithSaturation, .zero)
        : Vector3(.zero, .zero, Fixed.one.negatedWithSaturation))
  }

  /// The direction of the level part of `axis`, turned by the azimuth; nil if `axis` has no level
  /// part.
  ///
  /// 2⁻¹⁶ turns × 51,472 = radians in Q2.29, within 10⁻⁵. Q1.14 × Q1.14 = Q2.28, two terms, at most
  /// 1. 32-bit products hold all of it. The error is within 2⁻¹³ over the length of the level part.
  private func level(_ axis: Vector3<30>) -> Vector3<30>? {
    let steps = Int32(bitPattern: azimuth.bits) &>> 16
    let (sine, cosine) = sineAndCosine(of: Fixed(bits: steps &* 51_472))
    let (s, c) = (sine.bits &>> 16, cosine.bits &>> 16)
    let (x, y) = (axis.x.bits &>> 16, axis.y.bits &>> 16)
    return Vector3<28>(Fixed(bits: x &* c &- y &* s), Fixed(bits: x &* s &+ y &* c), .zero)
      .normalized
  }
}
