import FixedPoint
import Geometry

/// Tells the earth's magnetic field from a disturbed one by its norm and its dip (Laidig and Seel 2023,
/// section 3.6): both must stay near a reference, which follows them slowly. Another field becomes
/// the reference when it has lasted for 20 s of turning, the first one after 5 s.
///
/// Counts in blocks of 0.1 s.
struct FieldMonitor: Sendable {
  /// Norm and dip of a field.
  private struct Signature {
    /// Any unit, Q17.
    var norm: Int32 = 0
    /// Below the horizon, rad.
    var dip = Fixed<29>.zero

    /// Within 10 % and 10°.
    func isNear(_ other: Signature) -> Bool {
      // 0.1 in Q32.
      let tolerance = WideSum(other.norm, times: 429_496_730).words.high
      let difference = norm &- other.norm
      return Int32(bitPattern: difference.magnitude) < tolerance
        && (dip &- other.dip).isBelowTenDegrees
    }

    /// Moves by a step of a first-order low-pass, τ = 20 s.
    mutating func approach(_ other: Signature) {
      // 1 − e^(−0.1/20), Q30.
      let gain: Int32 = 5_355_310
      norm &+= WideSum(other.norm &- norm, times: gain).rounded(dropping: 30)
      dip.bits &+= WideSum(other.dip.bits &- dip.bits, times: gain).rounded(dropping: 30)
    }
  }

  /// How far the heading may follow the field.
  enum Trust { case none, half, full }

  /// True while the field does not look like the earth's; true at the start.
  private(set) var isDisturbed = true
  private var latest = Signature()
  private var reference = Signature()
  private var candidate = Signature()
  private var undisturbedBlocks: UInt16 = 0
  private var candidateBlocks: UInt16 = 0
  private var rejectedBlocks: UInt16 = 600

  /// Takes a field in a frame with z up, Q17, of norm 7,100 at most.
  mutating func measure(_ field: Vector3<17>) {
    // Q17 × Q17 = Q34 below 2⁶¹; the root of Q34 is Q17.
    var square = WideSum(field.x.bits, times: field.x.bits)
    square.add(field.y.bits, times: field.y.bits)
    let horizontal = integerSquareRoot(wide: UInt64(bitPattern: square.bits))
    square.add(field.z.bits, times: field.z.bits)
    latest.norm = Int32(
      bitPattern: integerSquareRoot(wide: UInt64(bitPattern: square.bits)))
    latest.dip = arctangent(
      y: field.z.negatedWithSaturation, x: Fixed(bits: Int32(bitPattern: horizontal)))
  }

  /// Decides about the latest field. `isRotating`: only a field that stays the same while the board
  /// turns can be the earth's.
  mutating func judge(isRotating: Bool) {
    if latest.isNear(reference) {
      undisturbedBlocks = Swift.min(undisturbedBlocks &+ 1, 5)
      if undisturbedBlocks == 5 {
        isDisturbed = false
        reference.approach(latest)
      }
    } else {
      undisturbedBlocks = 0
      isDisturbed = true
    }
    guard latest.isNear(candidate) else {
      candidate = latest
      candidateBlocks = 0
      return
    }
    if isRotating { candidateBlocks = Swift.min(candidateBlocks &+ 1, 200) }
    candidate.approach(latest)
    if isDisturbed && candidateBlocks >= (reference.norm == 0 ? 50 : 200) {
      reference = candidate
      isDisturbed = false
      undisturbedBlocks = 5
    }
  }

  /// How far to follow the latest field: not at all for the first 60 s of a disturbance, then by
  /// half. Undisturbed time pays this back twice as fast.
  mutating func trust() -> Trust {
    guard isDisturbed else {
      rejectedBlocks = rejectedBlocks > 2 ? rejectedBlocks &- 2 : 0
      return .full
    }
    guard rejectedBlocks <= 600 else { return .half }
    rejectedBlocks &+= 1
    return .none
  }
}

extension Fixed<29> {
  /// True within ±10° = π/18.
  @inline(__always)
  fileprivate var isBelowTenDegrees: Bool { bits.magnitude < 93_701_651 }
}
