import QuillonSerial
import QuillonWire

/// Transactions with a board that can be trained, one after the other on its line. Whoever reads the line hands it what the board says.
///
/// Not for several threads at once.
public final class TrainerClient {
  /// How long a busy board is left alone.
  private static let pause = Duration.milliseconds(100)
  /// How often a busy board is asked at most: 30 s.
  private static let pauses = 300

  private let patience: Duration
  private var transactions: [(transaction: Transaction, then: (Transaction.Ending) -> Void)] = []
  // A host that begins anew must not be taken for one that repeats itself.
  private var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
  private var packet = PacketBytes()
  private var dueAt: ContinuousClock.Instant?
  private var (attempts, pauses) = (0, 0)

  /// A link without transactions.
  ///
  /// - Parameter patience: how long an answer may take before the message is sent again.
  public init(patience: Duration = .milliseconds(300)) { self.patience = patience }

  /// True when nothing is left to do.
  public var isIdle: Bool { transactions.isEmpty }

  /// How much of what is being handed over the board has, 0…1.
  public var progress: Double { transactions.first?.transaction.progress ?? 0 }

  /// Does that when everything before it is done.
  ///
  /// - Parameters:
  ///   - request: what the board is to do.
  ///   - then: called once, with how it ended, by ``hear(_:)`` or ``speak(to:)``.
  public func ask(_ request: Transaction.Request, then: @escaping (Transaction.Ending) -> Void) {
    transactions.append((Transaction(request), then))
  }

  /// Forgets what is left: the board is gone.
  public func drop() {
    let dropped = transactions
    transactions = []
    restart()
    for transaction in dropped { transaction.then(.silent) }
  }

  /// Takes what the board says.
  public func hear(_ message: Message) {
    guard !transactions.isEmpty else { return }
    switch transactions[0].transaction.hear(message) {
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

  /// Sends what is due. To be called every 100 ms and after what was heard.
  public func speak(to transport: any ByteTransport) {
    guard let message = next(at: .now) else { return }
    encoder.encode(message, time: 0, into: &packet)
    _ = packet.withUnsafeBytes {
      transport.write(UnsafeRawBufferPointer($0), timeout: patience)
    }
  }

  /// The message that is due at `now`, if one is; it is taken to be sent.
  private func next(at now: ContinuousClock.Instant) -> Message? {
    guard let first = transactions.first, dueAt.map({ $0 <= now }) ?? true else { return nil }
    guard attempts < first.transaction.attempts else {
      end(.silent)
      return nil
    }
    attempts += 1
    // Beyond every number that a board takes for one of the past.
    if attempts > 1 { encoder = PacketEncoder(sequence: encoder.sequence &+ 100) }
    dueAt = now + patience
    return first.transaction.message
  }

  private func end(_ ending: Transaction.Ending) {
    let then = transactions.removeFirst().then
    restart()
    then(ending)
  }

  private func restart() { (dueAt, attempts, pauses) = (nil, 0, 0) }
}
