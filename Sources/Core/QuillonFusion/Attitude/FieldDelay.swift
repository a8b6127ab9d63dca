import QuillonNumerics

/// How long after the rates of its sample a magnetic field was sensed. Many magnetometers take several
/// milliseconds for a reading: a board that turns at 400°/s has gone 6° farther in 15 ms.
///
/// A field that is old stands too high or too low in proportion to how fast the turning lifts it. That
/// needs the vertical alone, which the accelerometer keeps, and no heading. Each block whose field looks
/// like the earth's moves the delay a little to where its dip would have been right.
struct FieldDelay: Equatable, Sendable {
  /// s, within ±0.05; negative when the rates are the older ones.
  private(set) var value = Fixed<30>.zero

  private static var limit: Fixed<30> { Fixed(bits: 53_687_091) }
  /// A sixteenth of a radian: what is farther off is another field rather than an old one.
  private static var greatestError: Fixed<29> { Fixed(bits: 1 &<< 25) }

  /// Takes what a block has shown.
  ///
  /// - Parameters:
  ///   - climb: the vertical share of the rate's vector product with the field, field's unit · rad/s.
  ///   - inverse: of the field's norm, same unit, Q17.
  ///   - error: how much the dip exceeds that of the earth's field, rad, after correction by the
  ///     delay known so far.
  mutating func learn(climb: Fixed<12>, _ inverse: Reciprocal, error: Fixed<29>) {
    // Q12 · 2²⁹ / Q17 = Q24, clamped to ±128 rad/s.
    let rate: Fixed<29> = inverse.quotient(of: climb.bits)
    let limit = Self.greatestError
    let clamped = error.clamped(to: limit.negatedWithSaturation...limit)
    // A 4,096th, s²: Q24 × Q29 · 2⁻¹² = Q65 → Q30, at most 2 ms.
    let step = WideSum(rate.bits, times: clamped.bits).rounded(dropping: 35)
    let end = Self.limit
    value = Fixed<30>(bits: value.bits &- step).clamped(to: end.negatedWithSaturation...end)
  }
}
