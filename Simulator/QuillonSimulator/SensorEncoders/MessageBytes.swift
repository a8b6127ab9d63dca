/// A message that is being assembled.
struct MessageBytes {
  /// The bytes so far.
  var bytes: [UInt8]
  /// True when the most significant byte of a number goes first.
  let isBigEndian: Bool

  init(_ bytes: [UInt8] = [], bigEndian: Bool = false) {
    self.bytes = bytes
    isBigEndian = bigEndian
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(integer: some FixedWidthInteger) {
    withUnsafeBytes(of: isBigEndian ? integer.bigEndian : integer.littleEndian) {
      bytes.append(contentsOf: $0)
    }
  }

  /// Appends a number in steps of `step` as a signed 16-bit integer, rounded and clamped.
  mutating func append(word value: Double, step: Double) {
    append(integer: Int16(max(-32768, min(32767, (value / step).rounded()))))
  }

  mutating func append(words values: SIMD3<Double>, step: Double) {
    for index in 0..<3 { append(word: values[index], step: step) }
  }

  mutating func append(float value: Double) { append(integer: Float(value).bitPattern) }

  mutating func append(floats values: SIMD3<Double>) {
    for index in 0..<3 { append(float: values[index]) }
  }

  mutating func append(floats values: SIMD4<Double>) {
    for index in 0..<4 { append(float: values[index]) }
  }
}

/// The sum of all bytes modulo 256.
func byteSum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }

/// A 16-bit CRC, computed bit by bit.
///
/// - Parameter polynomial: in the bit order of `isReflected`: 0x1021, or 0x8408 when reflected.
func crc16(
  _ bytes: some Sequence<UInt8>, polynomial: UInt16, start: UInt16, isReflected: Bool
) -> UInt16 {
  bytes.reduce(start) { crc, byte in
    var crc = crc ^ (isReflected ? UInt16(byte) : UInt16(byte) << 8)
    for _ in 0..<8 {
      if isReflected {
        crc = crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1
      } else {
        crc = crc & 0x8000 != 0 ? crc << 1 ^ polynomial : crc << 1
      }
    }
    return crc
  }
}
