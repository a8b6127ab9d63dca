import Foundation
import QuillonWire
import TestSupport
import Testing

@Suite struct GoldenPacketTests {
  @Test(arguments: GoldenPacket.all)
  func `The encoder writes the bytes`(golden: GoldenPacket) {
    var encoder = PacketEncoder(sequence: golden.packet.sequence)
    #expect(encoder.bytes(of: golden.packet.message, time: golden.packet.time) == golden.bytes)
    #expect(encoder.sequence == golden.packet.sequence + 1)
  }

  @Test(arguments: GoldenPacket.all)
  func `The decoder reads them`(golden: GoldenPacket) {
    var decoder = PacketDecoder()
    #expect(decoder.receive(golden.bytes) == [.packet(golden.packet)])
  }

  @Test(arguments: GoldenPacket.all)
  func `PROTOCOL.md shows them`(golden: GoldenPacket) throws {
    let file = SharedData.projectRoot.appendingPathComponent("firmware-docs/PROTOCOL.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let words = document.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("**\(golden)**"))
    #expect(words.contains(" \(golden.wire) "))
  }

  @Test func `Every type has its golden packet`() {
    #expect(Set(GoldenPacket.all.map { $0.bytes[3] }) == Set(1...17))
  }

  @Test func `The longest packet fills its buffer to the last byte`() {
    #expect(GoldenPacket.all.map(\.bytes.count).max() == PacketEncoder.maximumEncodedLength)
    #expect(
      PacketEncoder.maximumEncodedLength
        == COBSEncoder.maximumLength(encoding: Packet.maximumSentLength) + 2)
  }
}
