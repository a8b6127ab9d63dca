import QuillonRecognizer
import QuillonSerial
import QuillonWire

/// Makes a board that recognizes letters itself integrate them as this program does.
///
/// Firmware that damps says how after each hello. If that is not what is wanted, the board is told, and says again what it uses.
struct BoardStabilizers {
  /// How long a board may take to answer before it is asked again.
  private static let timeout = Duration.milliseconds(500)
  /// How often it is asked.
  private static let attempts = 4

  /// What came of it.
  enum Outcome: Equatable {
    /// The board uses these, and they are wanted, or nothing is wanted.
    case uses(Stabilizers)
    /// The board uses these, though others are wanted.
    case refuses(Stabilizers)
    /// The board does not answer: its firmware never damps.
    case silent
  }

  /// What the board should use; nil for whatever it uses.
  var wanted: Stabilizers?
  private var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
  private var packet = PacketBytes()
  private var dueAt: ContinuousClock.Instant?
  private var attempts = 0
  private var isAsking = false
  /// What was returned last: a board that repeats its hello repeats this, too.
  private var known: Outcome?

  init() {}

  /// A board has said hello.
  mutating func begin() {
    (attempts, dueAt, known) = (0, nil, nil)
    isAsking = wanted != nil
  }

  /// The board has gone, or it sends samples and so recognizes nothing itself.
  mutating func end() { (isAsking, known) = (false, nil) }

  /// The board says what it uses. Returns what came of it; nil if that is known already, or if the board will be asked for something
  /// else.
  mutating func hear(_ told: Stabilizers) -> Outcome? {
    let isWanted = wanted.map { told == $0 } ?? true
    // A board says what it uses after its hello, before it can have been asked.
    guard isWanted || !isAsking || attempts > 0 else { return nil }
    isAsking = false
    let outcome: Outcome = isWanted ? .uses(told) : .refuses(told)
    guard outcome != known else { return nil }
    known = outcome
    return outcome
  }

  /// Asks the board if that is due. Call this at least every 100 ms. Returns the outcome if the board keeps silent.
  mutating func speak(to transport: any ByteTransport) -> Outcome? {
    guard isAsking, let wanted, dueAt.map({ $0 <= .now }) ?? true else { return nil }
    guard attempts < Self.attempts else {
      isAsking = false
      // Firmware without this message integrates as the defaults say.
      return wanted == Stabilizers() ? .uses(wanted) : .silent
    }
    attempts += 1
    // The board ignores numbers that look like old ones, so the new number is far ahead.
    if attempts > 1 { encoder = PacketEncoder(sequence: encoder.sequence &+ 100) }
    dueAt = .now + Self.timeout
    encoder.encode(.stabilizers(wanted), time: 0, into: &packet)
    _ = packet.withUnsafeBytes {
      transport.write(UnsafeRawBufferPointer($0), timeout: Self.timeout)
    }
    return nil
  }
}
