import Foundation
import Motion
import SerialLink
import Wire

/// A simulated sensor at the other end of a line: sends samples as packets when they are due, in real
/// time.
public struct SamplePlayer: Sendable {
  private let samples: [InertialSample]

  /// A player of `samples`.
  public init(_ samples: [InertialSample]) { self.samples = samples }

  /// Sends all samples; false when the line has ended before.
  ///
  /// It blocks, and reads nothing from the line, which another thread may do meanwhile.
  public func play(into line: any ByteTransport) -> Bool {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    var schedule = Schedule(pacing: .realTime)
    for sample in samples {
      let wait = schedule.due(sample.timestamp) - .now
      if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
      encoder.encode(sample, into: &packet)
      let outcome = packet.withUnsafeBytes {
        line.write(UnsafeRawBufferPointer($0), timeout: .seconds(10))
      }
      guard outcome == .written else { return false }
    }
    return true
  }
}
