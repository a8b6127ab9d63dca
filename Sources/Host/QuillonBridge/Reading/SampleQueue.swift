import QuillonFusion
import Synchronization

/// Samples on their way from one thread to another: what the sensor of a board measures that recognizes by itself and sends
/// no samples.
public final class SampleQueue: Sendable {
  private let samples = Mutex<[InertialSample]>([])

  /// An empty queue.
  public init() {}

  /// Adds a sample behind the others.
  public func append(_ sample: InertialSample) { samples.withLock { $0.append(sample) } }

  /// Takes all out, the first first.
  func drain() -> [InertialSample] {
    samples.withLock { samples in
      defer { samples = [] }
      return samples
    }
  }
}
