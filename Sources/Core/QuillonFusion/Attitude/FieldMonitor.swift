import QuillonNumerics

/// Distinguishes the earth's magnetic field from a disturbed one by its norm and dip (after Laidig
/// and Seel 2023, section 3.6). Both must stay near a reference, which follows them slowly. The
/// larger the difference, the less the heading follows the field.
///
/// The field of the first rest is a provisional reference. The first field that stays the same
/// through 5 s of turning confirms or replaces it. Later, another field becomes the reference after
/// it has stayed the same through 20 s of turning.
///
/// Time is counted in blocks of 0.1 s.
struct FieldMonitor: Sendable {
  private var reference = FieldSignature()
  private var candidate = FieldSignature()
  private var rejectedBlocks: UInt16 = 601
  private var undisturbedBlocks: UInt8 = 0
  private var turningBlocks: UInt8 = 0
  /// True once a field has stayed the same through 5 s of turning.
  private var isConfirmed = false

  /// The least count of rejected blocks while the reference is provisional: at most 5 s are then
  /// rejected.
  private static var provisionalRejection: UInt16 { 550 }

  /// True while the field does not look like the earth's. True at the start.
  var isDisturbed: Bool { !isConfirmed || undisturbedBlocks < 5 }

  /// By how much the dip of the latest field exceeds that of the reference, rad; nil if the two are
  /// not alike.
  func dipError(of latest: FieldSignature) -> Fixed<29>? {
    undisturbedBlocks > 0 ? latest.dip &- reference.dip : nil
  }

  /// Compares a field with the reference and updates the reference. Returns the share of its usual step that the heading may take toward it, 0…1.
  ///
  /// - Parameters:
  ///   - latest: The norm and dip of the field.
  ///   - inverse: The inverse of the field's norm.
  ///   - isRotating: True if the board turns. Only a field that stays the same while the board
  ///     turns can be the earth's.
  ///   - isAtRest: True if the board is at rest.
  mutating func update(
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

  /// The likeness if the field matches the reference. Otherwise 0 for the first 60 s of a
  /// disturbance, and ½ after that. Undisturbed time reduces the disturbance time twice as fast.
  /// While the reference is provisional, half of all that.
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
