import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer

/// Records examples of rest while the board is held still. The pen counts as down in windows of one
/// second, whatever the board sends.
struct RestRecording {
  /// What an event means while rest is recorded.
  enum Outcome {
    /// It does not concern the recording.
    case event
    /// It ended a window that does not count.
    case nothing
    /// It ended a window in which the board was still. This is an example; `count` is its number,
    /// from 1.
    case example(LetterReading, count: Int)
    /// The recording is over with this many examples.
    case over(count: Int)
  }

  /// The label of rest. It is not a letter.
  static let label = "_rest"
  /// How many examples are recorded.
  static let wanted = 5
  /// The greatest number of windows.
  private static let windows = 12
  /// How long the pen is up before a window, and how long a window is, µs.
  private static let (pause, window): (UInt32, UInt32) = (200_000, 1_000_000)
  /// The greatest acceleration and angular rate of a hand at rest, m/s² and rad/s.
  private static let (acceleration, rate) = (1.0, 0.5)

  private var count = 0
  /// When the first pause began, and the current time, µs.
  private var (begin, now): (UInt32?, UInt32) = (nil, 0)
  private var isQuiet = true

  /// The pen at a time of the board's clock, µs. The first call begins the first pause.
  mutating func pen(at timestamp: UInt32) -> PenState {
    begin = begin ?? timestamp
    now = timestamp
    return elapsed % (Self.pause + Self.window) < Self.pause ? .up : .down
  }

  /// Handles an event of the bridge.
  mutating func follow(_ event: BridgeEvent) -> Outcome {
    switch event {
    case .motion(let motion, _):
      if motion.pen == .down { observe(motion) }
      return isOver ? .over(count: count) : .event
    case .letter(let letter) where letter.source == .host: return take(letter.reading)
    case .tooSmall(_, _, let reading?, _): return take(reading)
    case .abandoned, .rejected, .tooSmall: return .nothing
    default: return .event
    }
  }

  /// Handles the reading of a window.
  private mutating func take(_ reading: LetterReading?) -> Outcome {
    defer { isQuiet = true }
    guard isQuiet, let reading else { return .nothing }
    count += 1
    return .example(reading, count: count)
  }

  private var elapsed: UInt32 { now &- (begin ?? now) }

  /// True if there are enough examples or too many windows have passed.
  private var isOver: Bool {
    count == Self.wanted || elapsed / (Self.pause + Self.window) >= Self.windows
  }

  private mutating func observe(_ motion: BoardMotion) {
    let moves =
      motion.linearAcceleration.map {
        $0.doubles.contains { $0.magnitude > Self.acceleration }
      } ?? true
    let turns =
      motion.fused.map { $0.angularRate.doubles.contains { $0.magnitude > Self.rate } } ?? false
    if moves || turns { isQuiet = false }
  }
}
