import QuillonFileOutput
import Synchronization

/// Lines for standard output, or whatever else is open, without what drives a terminal: a terminal that is held with Ctrl-S, or
/// a pipe that nobody reads, holds up nothing but itself.
///
/// Safe to use from several threads.
public final class LineOutput: Sendable {
  private let lane: OutputLane<String>
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let failure = Mutex<SystemError?>(nil)
  }

  /// An output that nothing waits for.
  ///
  /// - Parameters:
  ///   - descriptor: where the lines go.
  ///   - capacity: how many lines wait at most.
  public init(to descriptor: Descriptor, capacity: Int = 1_000) {
    let outcome = Outcome()
    self.outcome = outcome
    lane = OutputLane(capacity: capacity) { line in
      guard outcome.failure.withLock({ $0 == nil }) else { return }
      do throws(SystemError) { try descriptor.write((line.printableLines + "\n").utf8) } catch {
        outcome.failure.withLock { $0 = error }
      }
    }
  }

  /// What the system refused a line with; none is tried after it. Nil while all is well.
  public var failure: SystemError? { outcome.failure.withLock(\.self) }

  /// Lines that did not get their turn, as far as is known by now.
  public var dropped: Int { lane.dropped }

  /// Hands a line over, without its end; returns at once.
  public func offer(_ line: String) { lane.offer(line) }

  /// Waits until all lines are out, but no longer than `patience`; what waits then, and whatever is offered later,
  /// is dropped.
  public func close(within patience: Duration) { lane.close(within: patience) }
}
