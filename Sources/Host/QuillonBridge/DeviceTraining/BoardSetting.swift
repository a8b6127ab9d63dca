import QuillonSerial
import QuillonWire

/// Makes a board that recognizes letters itself use the same setting as this program.
///
/// A board may report after each hello what it uses. If that is not what is wanted, the board is asked for it and reports again.
struct BoardSetting<Value: Equatable> {
  /// How long a board may need to answer before it is asked again.
  private static var timeout: Duration { .milliseconds(500) }
  /// How often it is asked.
  private static var attempts: Int { 4 }

  /// The outcome of a request.
  enum Outcome: Equatable {
    /// The board uses this, and it is wanted, or nothing is wanted.
    case uses(Value)
    /// The board uses this, though something else is wanted.
    case refuses(Value)
    /// The board does not answer: its firmware does not know the message.
    case silent
  }

  /// What the board should use; nil for whatever it uses.
  var wanted: Value?
  /// What firmware without the message does.
  private let usual: Value
  private let message: (Value) -> Message
  private var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
  private var packet = PacketBytes()
  private var dueAt: ContinuousClock.Instant?
  private var attempts = 0
  private var isAsking = false
  /// What was returned last: a board that repeats its hello repeats this, too.
  private var known: Outcome?

  /// A setting of which nothing is known.
  ///
  /// - Parameters:
  ///   - usual: What firmware without the message does.
  ///   - message: The message that asks the board for a value.
  init(usual: Value, message: @escaping (Value) -> Message) {
    self.usual = usual
    self.message = message
  }

  /// A board has sent its hello.
  mutating func begin() {
    (attempts, dueAt, known) = (0, nil, nil)
    isAsking = wanted != nil
  }

  /// The board has gone, or it sends samples and so recognizes nothing itself.
  mutating func end() { (isAsking, known) = (false, nil) }

  /// The board reports what it uses. Returns the outcome; nil if that is known already, or if the board will be asked for something
  /// else.
  mutating func hear(_ told: Value) -> Outcome? {
    let isWanted = wanted.map { told == $0 } ?? true
    // A board reports what it uses after its hello, before it can have been asked.
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
      return wanted == usual ? .uses(wanted) : .silent
    }
    attempts += 1
    // The board ignores numbers that look like old ones, so the new number is far ahead.
    if attempts > 1 { encoder = PacketEncoder(sequence: encoder.sequence &+ 100) }
    dueAt = .now + Self.timeout
    encoder.encode(message(wanted), time: 0, into: &packet)
    _ = packet.withUnsafeBytes {
      transport.write(UnsafeRawBufferPointer($0), timeout: Self.timeout)
    }
    return nil
  }
}
