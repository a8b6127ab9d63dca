import QuillonNumerics

/// The delay of the magnetic field relative to the rates of the same sample. Many magnetometers
/// take several milliseconds for a reading: a board that turns at 400°/s turns by 6° in 15 ms.
///
/// The dip of a delayed field is wrong in proportion to how fast the rotation lifts the field.
/// Measuring this needs only the vertical, which the accelerometer provides, and no heading. Each
/// block with a field like the earth's moves the delay a little toward the value with the right
/// dip.
struct FieldDelay: Equatable, Sendable {
  /// s, within ±0.05; negative if the rates are older than the field.
  private(set) var value = Fixed<30>.zero

  private static var limit: Fixed<30> { Fixed(bits: 53_687_091) }
  /// A sixteenth of a radian. A larger error means another field rather than a delayed one.
  private static var greatestError: Fixed<29> { Fixed(bits: 1 &<< 25) }

  /// Learns from a block.
  ///
  /// - Parameters:
  ///   - climb: The vertical component of the cross product of rate and field, field's unit ·
  ///     rad/s.
  ///   - inverse: The inverse of the field's norm, same unit, Q17.
  ///   - error: By how much the dip exceeds that of the earth's field, rad, after correction with
  ///     the present delay.
  mutating func learn(climb: Fixed<12>, _ inverse: Reciprocal, error: Fixed<29>) {
    // Q12 · 2²⁹ / Q17 = Q24, clamped to ±128 rad/s.
    let rate: Fixed<29> = inverse.quotient(of: climb.bits)
    let limit = Self.greatestError
    let clamped = error.clamped(to: limit.negatedWithSaturation...limit)
    // The gain is 1/4,096 s²: Q24 × Q29 · 2⁻¹² = Q65 → Q30, at most 2 ms.
    let step = WideSum(rate.bits, times: clamped.bits).rounded(dropping: 35)
    let end = Self.limit
    value = Fixed<30>(bits: value.bits &- step).clamped(to: end.negatedWithSaturation...end)
  }
}
