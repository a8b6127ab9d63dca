import QuillonBridge
import Testing

/// Bytes that are none of this project's packets.
@Suite struct QuillonDecoderTests {
  /// Text, or a board at another speed: every byte is counted, and none is kept.
  @Test func bytesWithoutADelimiterAreCounted() {
    var decoder = QuillonDecoder()
    for _ in 0..<100_000 { decoder.push(0x78) }
    while decoder.nextAtEnd() != nil {}
    #expect(decoder.counters.rejected == 100_000)
    #expect(MemoryLayout.size(ofValue: decoder) < 4_096)
    decoder.push(0)
    for _ in 0..<700 { decoder.push(0x78) }
    decoder.push(0)
    while decoder.nextAtEnd() != nil {}
    #expect(decoder.counters.rejected == 100_701 || decoder.counters.rejected == 100_702)
  }
}
