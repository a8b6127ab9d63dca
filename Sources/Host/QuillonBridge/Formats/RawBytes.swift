/// The bytes of one whole message, read as Double and Int. This is the host's own reading of a
/// message, independent of the core's.
///
/// Bytes beyond the end read as zero. MAVLink defines cut-off bytes the same way.
struct RawBytes {
  let bytes: [UInt8]
  /// True when the first byte of a number is the most significant one.
  let isBigEndian: Bool

  init(_ bytes: [UInt8], bigEndian: Bool = false) {
    self.bytes = bytes
    isBigEndian = bigEndian
  }

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  /// The bytes from `start` up to `end` in hexadecimal.
  func hexadecimal(_ start: Int, _ end: Int) -> String {
    (start..<max(start, end)).map { index in
      let digits = String(self[index], radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The bytes as text. Bytes that are not valid UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func unsigned<T: FixedWidthInteger & UnsignedInteger>(_ index: Int, as type: T.Type) -> T {
    let size = T.bitWidth / 8
    return (0..<size).reduce(T(0)) { value, offset in
      value << 8 | T(self[isBigEndian ? index + offset : index + size - 1 - offset])
    }
  }

  func uint16(_ index: Int) -> UInt16 { unsigned(index, as: UInt16.self) }
  func uint32(_ index: Int) -> UInt32 { unsigned(index, as: UInt32.self) }
  func uint64(_ index: Int) -> UInt64 { unsigned(index, as: UInt64.self) }
  func int16(_ index: Int) -> Int16 { Int16(bitPattern: uint16(index)) }
  func int32(_ index: Int) -> Int32 { Int32(bitPattern: uint32(index)) }
  func float32(_ index: Int) -> Double { Double(Float(bitPattern: uint32(index))) }
  func float64(_ index: Int) -> Double { Double(bitPattern: uint64(index)) }

  func floats(_ index: Int, _ count: Int) -> [Double] {
    (0..<count).map { float32(index + 4 * $0) }
  }

  /// `count` signed 16-bit integers from `index` on, each multiplied by `factor`.
  func words(_ index: Int, _ count: Int, times factor: Double = 1) -> [Double] {
    (0..<count).map { Double(int16(index + 2 * $0)) * factor }
  }
}

/// The text of a line without its line end.
func lineText(_ bytes: [UInt8]) -> String {
  var line = bytes[...]
  while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
  return String(decoding: line, as: UTF8.self)
}
