import QuillonBridge
import QuillonFusion
import QuillonRecognizer
import QuillonSerial
import QuillonSystem
import QuillonWire
import Testing

@Suite struct BacklogTests {
  /// A line that has nothing more to send.
  private final class EndedLine: ByteTransport {
    let path = "ended"
    func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
      .ended
    }
    func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome { .ended }
    func close() {}
  }

  /// Samples that waited for the search of the format count, but not in the latency.
  @Test func whatWasReadBeforeDoesNotCountInTheLatency() {
    var (encoder, packet, bytes) = (PacketEncoder(), PacketBytes(), [UInt8]())
    for index in 0..<100 {
      let time = UInt32(index * 10_000)
      let sample = InertialSample(
        timestamp: time, acceleration: .linear(.zero), attitude: .identity, pen: .up)
      encoder.encode(.sample(sample), time: time, into: &packet)
      bytes += packet.withUnsafeBytes { Array($0) }
    }
    let bridge = Bridge(model: .linear(LinearModel()), labels: [])
    let earlier = [ReceivedBytes(arrival: MonotonicClock.now() - 1_000_000_000, bytes: bytes)]
    let ending = bridge.run(EndedLine(), after: earlier) { _ in }
    #expect(ending == .disconnected)
    #expect(bridge.summary.samples == 100)
    #expect(bridge.summary.latency.count == 0)
  }
}
