import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Takes a board's rest down as examples: for windows of a second each the pen counts as down, whatever
/// the board says, while the board is held still.
struct RestRecording {
  /// What rest is called; it is no letter.
  static let label = "_rest"
  /// How many examples are recorded.
  static let wanted = 5
  /// How many windows are tried for them.
  private static let windows = 12
  /// How long the pen is up before a window, and how long the window is, µs.
  private static let (pause, window): (UInt32, UInt32) = (200_000, 1_000_000)
  /// What is still rest in a hand, m/s² and rad/s.
  private static let (acceleration, rate) = (1.0, 0.5)

  /// How many examples there are.
  private(set) var count = 0
  private var begin: UInt32?
  private var isQuiet = true

  /// The pen at a moment of the board's clock, µs.
  mutating func pen(at timestamp: UInt32) -> PenState {
    let elapsed = timestamp &- (begin ?? timestamp)
    if begin == nil { begin = timestamp }
    return elapsed % (Self.pause + Self.window) < Self.pause ? .up : .down
  }

  /// True when there are enough examples, or too many windows have passed.
  func isOver(at timestamp: UInt32) -> Bool {
    let elapsed = timestamp &- (begin ?? timestamp)
    return count == Self.wanted || elapsed / (Self.pause + Self.window) >= Self.windows
  }

  /// Takes how the board moves at a moment of a window.
  mutating func observe(_ motion: ChartRecorder.Motion) {
    let moves =
      motion.linear.map { $0.doubles.contains { $0.magnitude > Self.acceleration } } ?? true
    let turns = motion.rate.map { $0.doubles.contains { $0.magnitude > Self.rate } } ?? false
    if moves || turns { isQuiet = false }
  }

  /// A window is over: true if the board was still all the time, and it counts.
  mutating func endWindow() -> Bool {
    defer { isQuiet = true }
    if isQuiet { count += 1 }
    return isQuiet
  }
}
