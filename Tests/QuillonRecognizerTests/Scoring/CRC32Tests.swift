import QuillonRecognizer
import Testing

@Suite struct CRC32Tests {
  /// The check value that catalogs of checksums give for CRC-32/ISO-HDLC.
  @Test func checkValue() {
    var checksum = CRC32()
    for byte in "123456789".utf8 { checksum.update(byte) }
    #expect(checksum.value == 0xCBF4_3926)
  }

  @Test func wordIsFourBytes() {
    var (words, bytes) = (CRC32(), CRC32())
    words.update(0x0403_0201 as UInt32)
    for byte in 1...4 as ClosedRange<UInt8> { bytes.update(byte) }
    #expect(words.value == bytes.value)
  }
}
