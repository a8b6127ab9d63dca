import QuillonBridge
import QuillonConversions
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import Testing

/// Boards of every make that write QUILLON, found by their bytes and read by when these arrive. Times are given, not
/// waited for.
@Suite struct EveryFormatTests {
  /// How bytes arrive.
  enum Delivery: CaseIterable {
    /// Each message when it is sent.
    case atOnce
    /// Every 16 ms what was sent meanwhile, as common adapters do.
    case inBursts
    /// A computer that has much else to do reads nothing for 0.8 s, every three seconds.
    case heldUp

    /// When a byte is read that was sent at `time`, µs.
    func arrival(of time: UInt64) -> UInt64 {
      switch self {
      case .atOnce: time
      case .inBursts: (time / 16_000 + 1) * 16_000
      case .heldUp:
        time % 3_000_000 < 2_200_000 ? time : (time / 3_000_000 + 1) * 3_000_000
      }
    }
  }

  /// A line that brings nothing more.
  private final class EndedLine: ByteTransport {
    let path = "ended"
    func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
      .ended
    }
    func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome { .ended }
    func close() {}
  }

  /// What such a board sends, and when it is read.
  private func written(_ format: BoardFormat, _ delivery: Delivery) throws -> [ReceivedBytes] {
    let encoder = SensorEncoders.named(format.name) ?? QuillonEncoder()
    var writer = AirWriter(seed: 1)
    if !encoder.sendsAttitude { writer.lyingTime = 4 }
    if !encoder.sendsPen { writer.holdTime = 0.4 }
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: "QUILLON"), seed: 1)
    // A jittering clock may begin below 0.
    return trace.messages(by: encoder).map { message in
      let time = UInt64(10_000_000 + Int64(Int32(bitPattern: message.timestamp)))
      return ReceivedBytes(arrival: 1_000 * delivery.arrival(of: time), bytes: message.bytes)
    }
  }

  @Test(arguments: BoardFormat.all.map(\.name), Delivery.allCases)
  func theFormatIsFoundAndQuillonIsRead(name: String, delivery: Delivery) throws {
    let format = try #require(BoardFormat.named(name))
    let received = try written(format, delivery)
    var detector = FormatDetector()
    for read in received where !detector.isSure { detector.push(read.bytes) }
    #expect(detector.best?.format.name == name)

    let bridge = Bridge(
      model: .packed(.builtIn),
      labels: PackedModel.builtIn.labels,
      stream: StreamOptions(format))
    var (word, shortcomings) = ("", 0)
    _ = bridge.run(EndedLine(), after: received) { event in
      switch event {
      case .letter(let letter): word += letter.label
      case .unusable: shortcomings += 1
      default: break
      }
    }
    let isMute = ["teapot", "razor-binary-ypr"].contains(name)
    #expect(word == (isMute ? "" : "QUILLON"))
    #expect(shortcomings == (isMute ? 1 : 0))
  }
}
