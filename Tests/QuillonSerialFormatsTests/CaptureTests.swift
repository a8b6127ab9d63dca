import QuillonBridge
import QuillonSerialFormats
import TestSupport
import Testing

/// Recordings of real boards, and published messages, where they are at hand.
@Suite(.enabled(if: PublishedMessage.arePresent, "\(SharedData.absence)")) struct CaptureTests {
  @Test(arguments: [("xsens-xbus", "raw/xsens1.bin", 100), ("mip", "raw/mip_part1.bin", 1_634)])
  func aRecordingHasNoRejectedByte(_ name: String, _ file: String, _ count: Int) throws {
    let bytes = try PublishedMessage.bytes(of: file)
    var decoder = try #require(BoardFormat.named(name)).makeDecoder()
    let readings = decoder.readings(in: bytes)
    #expect(readings.count == count)
    #expect(decoder.counters.rejected == 0)
    #expect(decoder.counters.accepted == UInt32(bytes.count))
    #expect(readings.filter { !$0.isEmpty }.count > count * 9 / 10)
  }

  /// Each frame that a vector expects is found, in order, with every field of that name and value.
  @Test func everyPublishedMessageHasTheFieldsThatItShould() throws {
    let published = try PublishedMessage.all()
    for message in published {
      let format = try #require(BoardFormat.named(message.protocol))
      var decoder = format.makeDecoder()
      let messages = decoder.messages(in: message.bytes).map(format.rawFields)
      let frames = message.frames ?? []
      #expect(messages.count == frames.count, "\(message.id)")
      for (message, frame) in zip(messages, frames) {
        for (name, expected) in frame {
          #expect(expected.agrees(with: message[name]), "\(message): \(name)")
        }
      }
    }
    #expect(published.count > 50)
  }
}
