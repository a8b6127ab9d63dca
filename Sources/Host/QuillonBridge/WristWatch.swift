import QuillonConversions
import QuillonRecognizer

/// Notices that the hand does not write in the plane of the board's face, as on a wrist.
public struct WristWatch: Sendable {
  /// The share of the acceleration's energy across the board's face from which a stroke counts. A
  /// board in a hand has up to 0.02 in the simulator, one on a wrist 0.27 to 0.88.
  private static let limit = 0.25
  /// So many of the last strokes must count.
  private static let (enough, window) = (3, 5)

  private var isPenDown = false
  /// The energies of the current stroke: across the board's face, and in all.
  private var (across, whole) = (0.0, 0.0)
  private var strokes: [Bool] = []
  private var hasTold = false

  /// A watch that has seen no stroke.
  public init() {}

  /// Accepts the next motion.
  ///
  /// - Parameter motion: The motion of a sample, in the order of time.
  /// - Returns: Once true, when enough strokes went across the board's face.
  public mutating func follow(_ motion: BoardMotion) -> Bool {
    guard !hasTold, let force = motion.linearAcceleration?.double, let q = motion.attitude?.double
    else { return false }
    let wasPenDown = isPenDown
    isPenDown = motion.pen == .down
    if isPenDown {
      // The board's z axis: the third column of the rotation matrix of q = (w, x, y, z).
      let normal = SIMD3(
        2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
        1 - 2 * (q[1] * q[1] + q[2] * q[2]))
      let part = (force * normal).sum()
      across += part * part
      whole += (force * force).sum()
      return false
    }
    guard wasPenDown else { return false }
    strokes = (strokes + [across > Self.limit * whole]).suffix(Self.window)
    (across, whole) = (0, 0)
    hasTold = strokes.count { $0 } >= Self.enough
    return hasTold
  }
}
