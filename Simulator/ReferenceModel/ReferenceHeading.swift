import Foundation

/// The heading from the magnetic field, in Double, with disturbances told and left out (Laidig and
/// Seel 2023, sections 3.5 and 3.6). Takes one field a block.
struct ReferenceHeading {
  /// The heading of the frame without field in the frame with it, rad.
  private(set) var angle = 0.0
  /// True while the field does not look like the earth's.
  private(set) var isDisturbed = true
  private(set) var gainCount = 1.0
  private var (referenceNorm, referenceDip) = (0.0, 0.0)
  private var (candidateNorm, candidateDip) = (0.0, 0.0)
  private var (undisturbedBlocks, candidateBlocks, rejectedBlocks) = (0, 0, 600)

  static let gain = 1 - exp(-0.1 / 9)
  static let referenceGain = 1 - exp(-0.1 / 20)

  /// True while the start's mean is not complete.
  var isStarting: Bool { gainCount <= 90 }

  /// Takes a field in the frame without field; `isRotating` when the board turns by 20°/s and more.
  mutating func step(_ field: ReferenceVector, isRotating: Bool) {
    let norm = field.length
    let dip = atan2(-field.z, hypot(field.x, field.y))
    monitor(norm, dip, isRotating)
    var k = Self.gain
    if !isDisturbed {
      rejectedBlocks = max(rejectedBlocks - 2, 0)
    } else if rejectedBlocks <= 600 {
      rejectedBlocks += 1
      k = 0
    } else {
      k /= 2
    }
    if isStarting {
      k = max(k, 1 / gainCount)
      gainCount += 1
    }
    let disagreement = remainder(atan2(field.x, field.y) - angle, 2 * Double.pi)
    angle = remainder(angle + k * disagreement, 2 * Double.pi)
  }

  /// Starts the mean again, after a gap.
  mutating func restart() { gainCount = 1 }

  private mutating func monitor(_ norm: Double, _ dip: Double, _ isRotating: Bool) {
    if Self.isNear(norm, dip, referenceNorm, referenceDip) {
      undisturbedBlocks = min(undisturbedBlocks + 1, 5)
      if undisturbedBlocks == 5 {
        isDisturbed = false
        referenceNorm += Self.referenceGain * (norm - referenceNorm)
        referenceDip += Self.referenceGain * (dip - referenceDip)
      }
    } else {
      undisturbedBlocks = 0
      isDisturbed = true
    }
    guard Self.isNear(norm, dip, candidateNorm, candidateDip) else {
      (candidateNorm, candidateDip, candidateBlocks) = (norm, dip, 0)
      return
    }
    if isRotating { candidateBlocks = min(candidateBlocks + 1, 200) }
    candidateNorm += Self.referenceGain * (norm - candidateNorm)
    candidateDip += Self.referenceGain * (dip - candidateDip)
    if isDisturbed && candidateBlocks >= (referenceNorm == 0 ? 50 : 200) {
      (referenceNorm, referenceDip) = (candidateNorm, candidateDip)
      isDisturbed = false
      undisturbedBlocks = 5
    }
  }

  private static func isNear(
    _ norm: Double, _ dip: Double, _ wantedNorm: Double, _ wantedDip: Double
  ) -> Bool {
    abs(norm - wantedNorm) < 0.1 * wantedNorm && abs(dip - wantedDip) < Double.pi / 18
  }
}
