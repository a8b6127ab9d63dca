import QuillonNumerics

/// Tells the earth's magnetic field from a disturbed one by its norm and its dip (after Laidig and Seel
/// 2023, section 3.6): both must stay near a reference, which follows them slowly. The less alike they
/// are, the less the heading follows.
///
/// The field of the first rest is a provisional reference; the first field that lasts for 5 s of
/// turning confirms or replaces it. Later another field becomes the reference when it has
/// lasted for 20 s of turning.
///
/// Counts in blocks of 0.1 s.
struct FieldMonitor: Sendable {
  private var reference = FieldSignature()
  private var candidate = FieldSignature()
  private var rejectedBlocks: UInt16 = 601
  private var undisturbedBlocks: UInt8 = 0
  private var turningBlocks: UInt8 = 0
  /// True once a field has stayed the same through 5 s of turning.
  private var isConfirmed = false

  /// A provisional reference lets no more than 5 s be rejected.
  private static var provisionalRejection: UInt16 { 550 }

  /// True while the field does not look like the earth's; true at the start.
  var isDisturbed: Bool { !isConfirmed || undisturbedBlocks < 5 }

  /// How much the dip of the field that was judged last exceeds the reference's, rad; nil when the two
  /// are not alike.
  func dipError(of latest: FieldSignature) -> Fixed<29>? {
    undisturbedBlocks > 0 ? latest.dip &- reference.dip : nil
  }

  /// Decides about a field and tells what share of its usual step the heading may take toward it, 0…1.
  ///
  /// - Parameters:
  ///   - inverse: of the field's norm.
  ///   - isRotating: only a field that stays the same while the board turns can be the earth's.
  ///   - isAtRest: whether the board lies still.
  mutating func judge(
    _ latest: FieldSignature, _ inverse: Reciprocal, isRotating: Bool, isAtRest: Bool
  ) -> Fixed<30> {
    let likeness = latest.likeness(to: reference, inverse)
    if likeness > 0 {
      undisturbedBlocks = Swift.min(undisturbedBlocks &+ 1, 5)
      if undisturbedBlocks == 5 { reference.approach(latest) }
    } else {
      undisturbedBlocks = 0
    }
    considerCandidate(latest, inverse, isRotating: isRotating, isAtRest: isAtRest)
    return trust(likeness)
  }

  private mutating func considerCandidate(
    _ latest: FieldSignature, _ inverse: Reciprocal, isRotating: Bool, isAtRest: Bool
  ) {
    guard latest.likeness(to: candidate, inverse) > 0 else {
      candidate = latest
      turningBlocks = 0
      return
    }
    candidate.approach(latest)
    if isRotating { turningBlocks = Swift.min(turningBlocks &+ 1, 200) }
    if isConfirmed {
      guard undisturbedBlocks < 5 && turningBlocks == 200 else { return }
    } else if turningBlocks >= 50 {
      isConfirmed = true
    } else {
      guard isAtRest && reference.norm == 0 else { return }
      rejectedBlocks = Self.provisionalRejection
    }
    reference = candidate
    undisturbedBlocks = 5
  }

  /// By likeness if the field is the reference's; else none for the first 60 s of a disturbance, then
  /// half. Undisturbed time pays this back twice as fast. Half of all that while the reference is
  /// provisional.
  private mutating func trust(_ likeness: Int32) -> Fixed<30> {
    var share = Swift.max(likeness, 0)
    if undisturbedBlocks == 5 {
      let least = isConfirmed ? 0 : Self.provisionalRejection
      rejectedBlocks = Swift.max(rejectedBlocks, least &+ 2) &- 2
    } else if rejectedBlocks <= 600 {
      rejectedBlocks &+= 1
      return .zero
    } else {
      share = 1 &<< 29
    }
    let isProvisional = !isConfirmed && reference.norm != 0
    return Fixed(bits: isProvisional ? share &>> 1 : share)
  }
}
