import Foundation
import QuillonFusion
import QuillonSerial
import QuillonWire

/// A simulated sensor at the other end of a line. It sends samples as packets when they are due, in
/// real time. A sample that is sent late delays all later ones.
public struct SamplePlayer: Sendable {
  private static let pollInterval = Duration.milliseconds(20)

  private let samples: [InertialSample]

  /// A player of `samples`.
  public init(_ samples: [InertialSample]) { self.samples = samples }

  /// Sends all samples. Returns false when the line ended before that, or the caller canceled.
  ///
  /// It blocks, and reads nothing from the line. Another thread may read from the line meanwhile.
  ///
  /// - Parameters:
  ///   - willSend: called with the number of each sample, counted from 0, right before its packet
  ///     is written to the line.
  ///   - isPaused: asked before each sample and then every 20 ms while it is true: nothing is sent meanwhile.
  ///   - isCancelled: asked at least every 20 ms between two samples.
  public func play(
    into line: any ByteTransport, willSend: (Int) -> Void = { _ in },
    isPaused: () -> Bool = { false }, isCancelled: () -> Bool = { false }
  ) -> Bool {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    var schedule = Schedule(pacing: .realTime)
    for (number, sample) in samples.enumerated() {
      while isPaused() {
        guard !isCancelled() else { return false }
        Thread.sleep(forTimeInterval: Self.pollInterval / .seconds(1))
        schedule.postpone(by: Self.pollInterval)
      }
      let due = schedule.due(sample.timestamp)
      while due > .now {
        guard !isCancelled() else { return false }
        Thread.sleep(forTimeInterval: min(due - .now, Self.pollInterval) / .seconds(1))
      }
      encoder.encode(sample, into: &packet)
      willSend(number)
      let outcome = packet.withUnsafeBytes {
        line.write(UnsafeRawBufferPointer($0), timeout: .seconds(10))
      }
      guard outcome == .written else { return false }
      schedule.postponeByDelay()
    }
    return true
  }
}
