import QuillonReferenceModel
import QuillonWire
import Testing

@Suite struct CRC16Tests {
  private func checksum(_ bytes: [UInt8]) -> UInt16 {
    var checksum = CRC16()
    for byte in bytes { checksum.update(byte) }
    return checksum.value
  }

  @Test func `The check value is the published one`() {
    #expect(checksum(Array("123456789".utf8)) == 0x29B1)
    #expect(checksum([]) == 0xFFFF)
  }

  @Test func `Every byte on every register gives what bitwise division gives`() {
    for high in UInt8.min ... .max {
      for low in UInt8.min ... .max {
        var checksum = CRC16()
        checksum.value = UInt16(high) << 8 | UInt16(low)
        checksum.update(0)
        var register = UInt16(high) << 8 | UInt16(low)
        for _ in 0..<8 {
          register = register & 0x8000 != 0 ? register << 1 ^ 0x1021 : register << 1
        }
        #expect(checksum.value == register)
      }
    }
  }

  @Test func `Random bytes give what bitwise division gives`() {
    let seed: UInt64 = 16
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let bytes = (0..<random.index(below: 140)).map { _ in UInt8(random.next() >> 56) }
      #expect(checksum(bytes) == Reference.checksum(bytes), "seed \(seed), bytes \(bytes)")
    }
  }
}
