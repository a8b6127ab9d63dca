import QuillonNumerics

/// The properties of a magnetic field that need no heading: its norm and its dip.
struct FieldSignature: Sendable {
  /// Any unit, Q17; 0 for no field.
  private(set) var norm: Int32 = 0
  /// The angle below the horizon, rad.
  private(set) var dip = Fixed<29>.zero

  /// The signature of no field.
  init() {}

  /// The signature of a field with these components, Q17, and a norm of at most 7,100.
  init(horizontal: Fixed<17>, up: Fixed<17>) {
    // Q17 × Q17 = Q34 below 2⁶¹; the root of Q34 is Q17.
    var square = WideSum(horizontal.bits, times: horizontal.bits)
    square.add(up.bits, times: up.bits)
    norm = Int32(bitPattern: integerSquareRoot(wide: UInt64(bitPattern: square.bits)))
    assert(norm >= 0)
    dip = arctangent(y: up.negatedWithSaturation, x: horizontal)
  }

  /// 1 − (Δnorm / 12 %)² − (Δdip / 12°)², Q30: 1 for equal signatures, 0 or less if they are not
  /// alike. `inverse` is the inverse of this norm, to which the 12 % refer.
  func likeness(to other: Self, _ inverse: Reciprocal) -> Int32 {
    let (difference, tilt) = ((norm &- other.norm).magnitude, (dip &- other.dip).bits.magnitude)
    // 0.12 in Q32; 12° in Q29.
    guard difference < WideSum(norm, times: 515_396_076).words.high, tilt < 112_441_981
    else { return 0 }
    // Q18 below 31,458; over 0.12 → Q15.
    let part: Fixed<18> = inverse.quotient(of: Int32(bitPattern: difference))
    assert(part.bits >= 0 && part.bits < 31_458)
    let x = (part.bits &* 68_266) &>> 16
    // Q29 over 12° → Q15 in the upper word.
    let y = WideSum(Int32(bitPattern: tilt), times: 1_251_645).words.high
    return 1 &<< 30 &- x &* x &- y &* y
  }

  /// Moves toward `other` by one step of a first-order low-pass, τ = 20 s.
  mutating func approach(_ other: Self) {
    // 1 − e^(−0.1/20), Q30.
    let gain: Int32 = 5_355_310
    norm &+= WideSum(other.norm &- norm, times: gain).rounded(dropping: 30)
    dip.bits &+= WideSum(other.dip.bits &- dip.bits, times: gain).rounded(dropping: 30)
  }
}
