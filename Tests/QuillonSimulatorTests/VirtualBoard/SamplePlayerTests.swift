import Foundation
import QuillonFusion
import QuillonSerial
import QuillonSimulator
import Testing

/// Samples as a sensor with its own clock sends them.
@Suite struct SamplePlayerTests {
  /// A line that delays one write. Everything after it is as late: never do two samples come at once.
  @Test func aDelayIsNotCaughtUp() {
    let samples = (0..<20).map {
      InertialSample(timestamp: UInt32($0) * 10_000, acceleration: .specificForce(.zero), pen: .up)
    }
    let messages = (0..<20).map { TimedMessages(timestamp: UInt32($0) * 10_000, bytes: [1]) }
    let (line, other) = (SlowLine(slow: 5), SlowLine(slow: 5))
    #expect(SamplePlayer(samples).play(into: line))
    #expect(MessagePlayer(messages).play(into: other))
    for line in [line, other] {
      let steps = zip(line.moments.dropFirst(), line.moments).map { $0 - $1 }
      #expect(steps.count == 19)
      #expect(steps.allSatisfy { $0 >= .microseconds(9_900) }, "\(steps)")
    }
  }
}

/// Delays one of the writes.
private final class SlowLine: ByteTransport, @unchecked Sendable {
  let path = "slow"
  private let slow: Int
  private(set) var moments: [ContinuousClock.Instant] = []

  init(slow: Int) { self.slow = slow }

  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    if moments.count == slow { Thread.sleep(forTimeInterval: 0.1) }
    moments.append(.now)
    return .written
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    .timedOut
  }

  func close() {}
}
