import QuillonSerial
import QuillonWire

/// Runs transactions with a board that can be trained, one after the other on one line. The reader
/// of the line passes it the board's messages.
///
/// Not thread-safe.
public final class TrainerClient {
  /// How long to wait before asking a busy board again.
  private static let pause = Duration.milliseconds(100)
  /// How often a busy board is asked at most. This takes 30 s.
  private static let pauses = 300

  /// How many reports, one a second, of a board that does not answer show that it is not only slow.
  private static let enoughReports = 3
  /// How often a board that may be starting is asked. This takes 30 s.
  private static let mostAttempts = 100

  private let timeout: Duration
  private let isPatient: Bool
  private var transactions: [(transaction: Transaction, then: (Transaction.Ending) -> Void)] = []
  // The board must not treat the packets of a new program as repetitions of the old one's, so the
  // first number is random.
  private var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
  private var packet = PacketBytes()
  private var dueAt: ContinuousClock.Instant?
  private var (attempts, pauses) = (0, 0)
  /// How often the board has reported its status since the transaction began.
  private var reports = 0
  /// True once the board has answered anything: it knows these messages.
  private var hasAnswered = false

  /// Creates a client without transactions.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for an answer before the message is sent again. Once the board has answered anything, it may be busy:
  ///     the second wait for an answer is twice as long, and each one after it four times.
  ///   - isPatient: True if the board may still be starting. Then it is asked up to 100 times, until it has answered, or reported its
  ///     status three times without an answer.
  public init(timeout: Duration = .milliseconds(300), isPatient: Bool = false) {
    (self.timeout, self.isPatient) = (timeout, isPatient)
  }

  /// True if no transaction is left.
  public var isIdle: Bool { transactions.isEmpty }

  /// The share of the current delivery that the board has received, 0…1. It is 0 if nothing is
  /// being delivered.
  public var progress: Double { transactions.first?.transaction.progress ?? 0 }

  /// Adds a transaction. It begins when those before it have ended.
  ///
  /// - Parameters:
  ///   - request: What the board should do.
  ///   - then: Called once with the result, from ``hear(_:)``, ``speak(to:)`` or ``drop()``.
  public func ask(_ request: Transaction.Request, then: @escaping (Transaction.Ending) -> Void) {
    transactions.append((Transaction(request), then))
  }

  /// Ends all transactions as `silent`. Call this when the board is gone.
  public func drop() {
    let dropped = transactions
    transactions = []
    restart()
    for transaction in dropped { transaction.then(.silent) }
  }

  /// Handles a message of the board.
  ///
  /// - Parameter message: The message. Those that do not concern the current transaction are
  ///   ignored.
  public func hear(_ message: Message) {
    guard !transactions.isEmpty else { return }
    if case .status = message { reports += 1 }
    let step = transactions[0].transaction.hear(message)
    if case .nothing = step { return }
    hasAnswered = true
    switch step {
    case .nothing: break
    case .next: restart()
    case .wait:
      dueAt = .now + Self.pause
      attempts = 0
      pauses += 1
      if pauses > Self.pauses { end(.silent) }
    case .ended(let ending): end(ending)
    }
  }

  /// Sends the message that is due, if any. Call this at least every 100 ms and after ``hear(_:)``.
  ///
  /// - Parameter transport: The open port of the board.
  public func speak(to transport: any ByteTransport) {
    guard let message = next(at: .now) else { return }
    encoder.encode(message, time: 0, into: &packet)
    _ = packet.withUnsafeBytes {
      transport.write(UnsafeRawBufferPointer($0), timeout: timeout)
    }
  }

  /// The message that is due at `now`, if any. The caller must send it.
  private func next(at now: ContinuousClock.Instant) -> Message? {
    guard let first = transactions.first, dueAt.map({ $0 <= now }) ?? true else { return nil }
    let isKnown = !isPatient || hasAnswered || reports >= Self.enoughReports
    guard attempts < (isKnown ? first.transaction.attempts : Self.mostAttempts) else {
      end(.silent)
      return nil
    }
    attempts += 1
    // The board ignores numbers that look like old ones, so the new number is far ahead.
    if attempts > 1 { encoder = PacketEncoder(sequence: encoder.sequence &+ 100) }
    dueAt = now + timeout * (hasAnswered ? 1 << min(attempts - 1, 2) : 1)
    return first.transaction.message
  }

  private func end(_ ending: Transaction.Ending) {
    let then = transactions.removeFirst().then
    restart()
    then(ending)
  }

  private func restart() { (dueAt, attempts, pauses, reports) = (nil, 0, 0, 0) }
}
