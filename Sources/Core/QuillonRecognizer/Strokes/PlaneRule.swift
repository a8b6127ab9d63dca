import QuillonNumerics

/// What a hand that writes in the air means by right and by up.
public struct PlaneRule: Equatable, Sendable {
  /// Where the plane comes from.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The board's face at its mean attitude over the stroke.
    case device = 0
    /// The board's face when the pen went down: for a board that is held like a pen or a phone.
    case penDown = 1
    /// Up is against gravity, and right is a level direction that the board is fastened at a known azimuth to: for
    /// a board on a wrist, which turns while the arm writes.
    case wrist = 2
    /// As `wrist`, but turned to the plane that the accelerations of the stroke lie in best.
    case principal = 3
    /// A level plane, seen from above, with the same right as `wrist`: what shows where a hand goes before it is
    /// known how the board is fastened.
    case above = 4
  }

  /// The axis of the board that an azimuth is counted from: one that does not stand upright.
  public enum Axis: UInt8, Sendable, CaseIterable {
    case x = 0
    case y = 1
  }

  /// Where the plane comes from.
  public var kind: Kind
  /// What the azimuth is counted from: the level part of that axis at the mean attitude.
  public var axis: Axis
  /// How far right lies from there, counterclockwise seen from above, in steps of 2⁻¹⁶ turns: what is finer does not
  /// count.
  public var azimuth: BinaryAngle

  /// A rule from its parts.
  public init(
    _ kind: Kind = .penDown, axis: Axis = .x, azimuth: BinaryAngle = BinaryAngle(bits: 0)
  ) {
    self.kind = kind
    self.axis = axis
    self.azimuth = azimuth
  }

  /// Whether the plane depends on the attitude at the point of a stroke with this number.
  public func depends(onPoint index: Int) -> Bool { kind != .penDown || index == 0 }

  /// The plane of a stroke with this mean of the attitudes it depends on; the board's face if the axis stands upright exactly.
  public func plane(at attitude: UnitQuaternion) -> WritingPlane {
    let m = RotationMatrix(attitude)
    guard kind == .wrist || kind == .principal || kind == .above,
      let right = level(axis == .x ? m.xAxis : m.yAxis)
    else { return WritingPlane(right: m.xAxis, down: m.yAxis.negatedWithSaturation) }
    return WritingPlane(
      right: right,
      down: kind == .above
        ? Vector3(right.y, right.x.negatedWithSaturation, .zero)
        : Vector3(.zero, .zero, Fixed.one.negatedWithSaturation))
  }

  /// The direction of the level part of `axis`, turned by the azimuth; nil if there is none.
  ///
  /// 2⁻¹⁶ turns × 51,472 = radians in Q2.29, within 10⁻⁵. Q1.14 × Q1.14 = Q2.28, two terms, at most 1: all of it in
  /// 32-bit products, and right within 2⁻¹³ over the level part.
  private func level(_ axis: Vector3<30>) -> Vector3<30>? {
    let steps = Int32(bitPattern: azimuth.bits) &>> 16
    let (sine, cosine) = sineAndCosine(of: Fixed(bits: steps &* 51_472))
    let (s, c) = (sine.bits &>> 16, cosine.bits &>> 16)
    let (x, y) = (axis.x.bits &>> 16, axis.y.bits &>> 16)
    return Vector3<28>(Fixed(bits: x &* c &- y &* s), Fixed(bits: x &* s &+ y &* c), .zero)
      .normalized
  }
}
