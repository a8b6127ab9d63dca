extension ByteWindow {
  /// The sum of the bytes from index `start` up to, but not including, `end`, modulo 256.
  mutating func sum(from start: Int, to end: Int) -> UInt8 {
    var sum: UInt8 = 0
    var index = start
    while index < end {
      sum &+= self[index]
      index &+= 1
    }
    return sum
  }

  /// The exclusive or of the bytes from index `start` up to, but not including, `end`.
  mutating func exclusiveOr(from start: Int, to end: Int) -> UInt8 {
    var sum: UInt8 = 0
    var index = start
    while index < end {
      sum ^= self[index]
      index &+= 1
    }
    return sum
  }

  /// Fletcher's checksum (1982) with two sums modulo 256, the plain sum in the upper byte.
  mutating func fletcher(from start: Int, to end: Int) -> UInt16 {
    var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
    var index = start
    while index < end {
      sum &+= self[index]
      sumOfSums &+= sum
      index &+= 1
    }
    return UInt16(truncatingIfNeeded: sum) &<< 8 | UInt16(truncatingIfNeeded: sumOfSums)
  }

  /// CRC-16/XMODEM: polynomial 0x1021, start 0, most significant bit first. The checksum of
  /// "123456789" is 0x31C3. The checksum of a message that includes its own checksum, high byte
  /// first, is 0.
  mutating func crcXMODEM(from start: Int, to end: Int) -> UInt16 {
    var crc: UInt16 = 0
    var index = start
    while index < end {
      // Eight steps at once: the byte that leaves the register, folded with its upper half, times
      // x¹² + x⁵ + 1.
      var leaving = (crc &>> 8) ^ UInt16(truncatingIfNeeded: self[index])
      leaving ^= leaving &>> 4
      crc = (crc &<< 8) ^ (leaving &<< 12) ^ (leaving &<< 5) ^ leaving
      index &+= 1
    }
    return crc
  }

  /// CRC-16/MCRF4XX: polynomial 0x1021, start 0xFFFF, least significant bit first, continued over
  /// one more byte. The checksum of "12345678" and "9" is 0x6F91.
  mutating func crcMCRF4XX(from start: Int, to end: Int, then last: UInt8) -> UInt16 {
    var crc: UInt16 = 0xFFFF
    var index = start
    while index < end {
      Self.updateMCRF4XX(&crc, self[index])
      index &+= 1
    }
    Self.updateMCRF4XX(&crc, last)
    return crc
  }

  /// Adds one byte: the mirror image of the eight steps above.
  @inline(__always)
  private static func updateMCRF4XX(_ crc: inout UInt16, _ byte: UInt8) {
    var leaving = byte ^ UInt8(truncatingIfNeeded: crc)
    leaving ^= leaving &<< 4
    let wide = UInt16(truncatingIfNeeded: leaving)
    crc = (crc &>> 8) ^ (wide &<< 8) ^ (wide &<< 3) ^ (wide &>> 4)
  }

  /// CRC-16/MODBUS: polynomial 0x8005, start 0xFFFF, least significant bit first. The checksum of "123456789" is 0x4B37.
  mutating func crcModbus(from start: Int, to end: Int) -> UInt16 {
    var crc: UInt16 = 0xFFFF
    var index = start
    while index < end {
      // Eight steps at once: of the byte that leaves the register, each bit moves by 6 and by 7 places, and the parity stands for the
      // others.
      let leaving = (crc ^ UInt16(truncatingIfNeeded: self[index])) & 0xFF
      var parity = leaving ^ (leaving &>> 4)
      parity ^= parity &>> 2
      parity = (parity ^ (parity &>> 1)) & 1
      crc = (crc &>> 8) ^ (leaving &<< 6) ^ (leaving &<< 7) ^ (0xC001 & (0 &- parity))
      index &+= 1
    }
    return crc
  }

  /// CRC-8/DVB-S2: polynomial 0xD5, start 0, most significant bit first. The checksum of "123456789" is 0xBC.
  mutating func crcDVB(from start: Int, to end: Int) -> UInt8 {
    var crc: UInt8 = 0
    var index = start
    while index < end {
      crc ^= self[index]
      var bit = 0
      while bit < 8 {
        crc = (crc &<< 1) ^ (0xD5 & (0 &- (crc &>> 7)))
        bit &+= 1
      }
      index &+= 1
    }
    return crc
  }
}
