import Foundation

/// The heading from the magnetic field, in Double (after Laidig and Seel 2023, sections 3.5 and
/// 3.6). It processes one field per block.
///
/// Disturbed fields are detected and ignored. The delay of the magnetometer is estimated.
struct ReferenceHeading {
  /// The properties by which a field is recognized: norm, in the field's unit, and dip, rad.
  private struct Signature {
    var norm = 0.0
    var dip = 0.0

    func likeness(to other: Signature) -> Double {
      let x = (norm - other.norm) / (0.12 * norm)
      let y = (dip - other.dip) / (12 * Double.pi / 180)
      return 1 - x * x - y * y
    }

    mutating func approach(_ other: Signature) {
      norm += ReferenceHeading.referenceGain * (other.norm - norm)
      dip += ReferenceHeading.referenceGain * (other.dip - dip)
    }
  }

  /// The heading, in the earth frame, of the frame without the field, rad.
  private(set) var angle = 0.0
  /// The estimated delay between a sample's rates and its field, s. It is positive when the field
  /// was sensed later.
  private(set) var delay = 0.0
  /// True while the field does not look like the Earth's.
  var isDisturbed: Bool { !isConfirmed || undisturbedBlocks < 5 }
  private var gainCount = 1.0
  private var (reference, candidate) = (Signature(), Signature())
  private var isConfirmed = false
  private var (undisturbedBlocks, turningBlocks) = (0, 0)
  private var rejectedBlocks = 601

  static let gain = 1 - exp(-0.1 / 9)
  static let referenceGain = 1 - exp(-0.1 / 20)

  /// True until the mean of the start is complete.
  var isStarting: Bool { gainCount <= 90 }

  /// Processes a field in the frame without the field, and the cross product of the rate, rad/s,
  /// with it. `isRotating` is true when the board turns by 20°/s or more.
  mutating func step(
    _ sensed: ReferenceVector, turning: ReferenceVector, isRotating: Bool, isAtRest: Bool
  ) {
    let field = sensed - turning * delay
    let latest = Signature(norm: field.length, dip: atan2(-field.z, hypot(field.x, field.y)))
    guard latest.norm > 0 else { return }
    let likeness = latest.likeness(to: reference)
    updateReference(latest, likeness, isRotating, isAtRest)
    if undisturbedBlocks > 0 {
      learnDelay(rate: turning.z / latest.norm, error: latest.dip - reference.dip)
    }
    var k = Self.gain * trust(likeness)
    if isStarting {
      k = max(k, 1 / gainCount)
      gainCount += 1
    }
    let disagreement = remainder(atan2(field.x, field.y) - angle, 2 * Double.pi)
    angle = remainder(angle + k * disagreement, 2 * Double.pi)
  }

  /// Starts the mean again, after a gap.
  mutating func restart() { gainCount = 1 }

  private mutating func updateReference(
    _ latest: Signature, _ likeness: Double, _ isRotating: Bool, _ isAtRest: Bool
  ) {
    undisturbedBlocks = likeness > 0 ? min(undisturbedBlocks + 1, 5) : 0
    if undisturbedBlocks == 5 { reference.approach(latest) }
    guard latest.likeness(to: candidate) > 0 else {
      (candidate, turningBlocks) = (latest, 0)
      return
    }
    candidate.approach(latest)
    if isRotating { turningBlocks = min(turningBlocks + 1, 200) }
    let isProvisional = !isConfirmed && isAtRest && reference.norm == 0
    let isNew =
      isConfirmed ? undisturbedBlocks < 5 && turningBlocks == 200 : turningBlocks >= 50
    if isNew || isProvisional {
      (reference, undisturbedBlocks) = (candidate, 5)
      if isNew { isConfirmed = true } else { rejectedBlocks = 550 }
    }
  }

  private mutating func learnDelay(rate: Double, error: Double) {
    delay -= rate * min(max(error, -1.0 / 16), 1.0 / 16) / 4_096
    delay = min(max(delay, -0.05), 0.05)
  }

  private mutating func trust(_ likeness: Double) -> Double {
    var share = max(likeness, 0)
    if undisturbedBlocks == 5 {
      rejectedBlocks = max(rejectedBlocks - 2, isConfirmed ? 0 : 550)
    } else if rejectedBlocks <= 600 {
      rejectedBlocks += 1
      return 0
    } else {
      share = 0.5
    }
    return isConfirmed || reference.norm == 0 ? share : share / 2
  }
}
