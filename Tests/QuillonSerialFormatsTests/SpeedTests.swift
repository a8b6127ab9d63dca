import CQuillonAllocationCounter
import QuillonSerialFormats
import TestSupport
import Testing

/// Decoders keep up with any line, and ask the heap for nothing.
@Suite(.serialized) struct SpeedTests {
  @Test(arguments: SerialFormat.allCases)
  func everyDecoderTakesTwentyMegabytesASecond(_ format: SerialFormat) {
    var measuring = Measuring(name: format.name.description)
    format.visit(&measuring)
  }
}

private struct Measuring: SerialFormatVisitor {
  let name: String

  /// By the processor's time, whatever else shares it.
  mutating func visit<Format: FrameFormat>(_ format: Format) {
    let decoder = FramedDecoder(format)
    for sender in Sender.all where sender.format == name {
      let bytes = sender.messages(2_000, seed: 621).flatMap { $0 }
      var messages = 0
      let before = allocation_count()
      let seconds = processorTime {
        for _ in 0..<7 {
          var decoder = decoder
          messages += count(bytes, &decoder)
        }
      }
      #expect(allocation_count() == before, "\(sender.name)")
      #expect(messages >= 7 * 2_000)
      let rate = 7 * Double(bytes.count) / seconds / 1e6
      print("\(sender.name): \(rate.rounded()) MB/s")
      #expect(rate >= 20, "\(sender.name): \(rate) MB/s")
    }
  }

  @inline(never)
  private func count<Decoder: SensorDecoder>(_ bytes: [UInt8], _ decoder: inout Decoder) -> Int {
    var messages = 0
    for byte in bytes {
      decoder.push(byte)
      while decoder.next() != nil { messages += 1 }
    }
    return messages
  }
}
