/// An angle as a fraction of a turn: 2³² steps are a full turn. It wraps by itself and is always in
/// 0…360°, excluding 360°.
@frozen
public struct BinaryAngle: Equatable, Hashable, Sendable {
  /// The angle in 2⁻³² turns. Every pattern is an angle.
  public var bits: UInt32

  /// An angle in 2⁻³² turns.
  @inlinable
  public init(bits: UInt32) { self.bits = bits }

  /// An angle in radians, Q2.29, within half a step plus 10⁻⁹ for the rounded factor.
  ///
  /// Q29 × 2³²/2π in Q0 = Q29, one term below 2⁶¹; → 2⁻³² turns. −π and π become the same.
  @inlinable
  public init(radians: Fixed<29>) {
    bits = UInt32(bitPattern: WideSum(radians.bits, times: 683_565_276).wrapped(dropping: 29))
  }

  /// The angle in degrees, 0…360, excluding 360, Q9.22, rounded down.
  ///
  /// 2⁻³¹ turns × 360 = Q31 degrees, one term below 2⁴⁰; → Q22.
  @inlinable
  public var degrees: Fixed<22> {
    Fixed(bits: WideSum(Int32(bitPattern: bits &>> 1), times: 360).truncated(dropping: 9))
  }
}
