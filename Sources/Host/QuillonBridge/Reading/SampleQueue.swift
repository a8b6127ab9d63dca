import QuillonFusion
import Synchronization

/// A queue of samples from one thread to another. It holds what the sensor measures if the board
/// recognizes letters itself and sends no samples.
///
/// Thread-safe.
public final class SampleQueue: Sendable {
  private let samples = Mutex<[InertialSample]>([])

  /// An empty queue.
  public init() {}

  /// Adds a sample at the end.
  ///
  /// - Parameter sample: The sample.
  public func append(_ sample: InertialSample) { samples.withLock { $0.append(sample) } }

  /// Removes and returns all samples, the oldest first.
  func drain() -> [InertialSample] {
    samples.withLock { samples in
      defer { samples = [] }
      return samples
    }
  }
}
