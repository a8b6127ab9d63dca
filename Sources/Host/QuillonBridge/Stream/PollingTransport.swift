import QuillonSerial
import Synchronization

/// A line to a board that answers each request with one sample: while the line is read, it sends the request again and again.
///
/// The next request waits for the answer to the one before, because on RS-485 both share two wires, but no longer than 100 ms.
public final class PollingTransport: ByteTransport {
  private struct State {
    var due: ContinuousClock.Instant
    /// How many bytes of the answer are missing, and until when the next request waits for them.
    var missing = 0
    var patience: ContinuousClock.Instant
  }

  private static let patience = Duration.milliseconds(100)

  private let line: any ByteTransport
  private let request: [UInt8]
  private let answer: Int
  private let period: Duration
  private let state: Mutex<State>

  /// A line that sends `request` at most `rate` times a second, which is at least 1. The line belongs to it from then on.
  ///
  /// - Parameters:
  ///   - line: The open line.
  ///   - request: The bytes of a request.
  ///   - answer: How many bytes an answer has.
  ///   - rate: Requests a second.
  public init(_ line: any ByteTransport, request: [UInt8], answer: Int, rate: Int) {
    (self.line, self.request, self.answer) = (line, request, answer)
    period = .seconds(1) / rate
    state = Mutex(State(due: .now, patience: .now))
  }

  public var path: String { line.path }

  public var statusLines: StatusLines? { line.statusLines }

  public func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    let end = ContinuousClock.now + timeout
    while true {
      let now = ContinuousClock.now
      if isDue(at: now), line.write(request, timeout: .zero) == .ended { return .ended }
      let outcome = line.read(into: buffer, timeout: min(end, next) - now)
      if case .bytes(let count) = outcome { state.withLock { $0.missing -= count } }
      guard outcome == .timedOut, .now < end else { return outcome }
    }
  }

  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    line.write(bytes, timeout: timeout)
  }

  public func close() { line.close() }

  /// When the next request may be sent, unless the answer comes before.
  private var next: ContinuousClock.Instant {
    state.withLock { $0.missing > 0 ? max($0.due, $0.patience) : $0.due }
  }

  /// True once for each request.
  private func isDue(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard now >= state.due, state.missing <= 0 || now >= state.patience else { return false }
      // Requests that could not be sent are not made up for.
      state.due = max(state.due + period, now)
      (state.missing, state.patience) = (answer, now + Self.patience)
      return true
    }
  }
}
