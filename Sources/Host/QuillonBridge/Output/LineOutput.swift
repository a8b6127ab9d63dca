import QuillonSystem
import Synchronization

/// Writes lines to standard output or to another descriptor without making the caller wait. A
/// terminal that is stopped with Ctrl-S, or a pipe that nobody reads, delays nobody. Characters
/// that control a terminal are escaped.
///
/// Thread-safe.
public final class LineOutput: Sendable {
  private let lane: OutputLane<String>
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let failure = Mutex<SystemError?>(nil)
  }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines go.
  ///   - capacity: How many lines wait at most. Further lines are dropped.
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

  /// The error of the first line that could not be written. Later lines are not tried. Nil if there
  /// was none.
  public var failure: SystemError? { outcome.failure.withLock(\.self) }

  /// The number of lines dropped so far.
  public var dropped: Int { lane.dropped }

  /// Adds a line and returns at once.
  ///
  /// - Parameter line: The text without a line end.
  public func offer(_ line: String) { lane.offer(line) }

  /// Waits until all lines are written. After the time, waiting lines and later ones are dropped.
  ///
  /// - Parameter timeout: How long to wait at most.
  public func close(within timeout: Duration) { lane.close(within: timeout) }
}
