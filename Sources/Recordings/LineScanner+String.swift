extension LineScanner {
  /// Reads a JSON string (RFC 8259, section 7).
  mutating func string() throws(RecordingError) -> String {
    let start = position
    guard take("\"") else { throw error(at: start, expected: "a string in double quotes") }
    var utf8: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: utf8, as: UTF8.self) else {
          throw error(found: "bytes that are no UTF-8", expected: "text in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        utf8 += Array(Character(try escapedScalar()).utf8)
      case 0..<0x20:
        throw error(found: "a bare control character in a string", expected: "an escape")
      default:
        utf8.append(byte)
      }
    }
    throw error(at: position, expected: "the closing quote of a string")
  }

  /// What stands behind a backslash.
  private mutating func escapedScalar() throws(RecordingError) -> Unicode.Scalar {
    let start = position
    guard let byte = next else { throw error(at: start, expected: "an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = takeUTF16() { return scalar }
      throw error(at: start, expected: "four hexadecimal digits of a Unicode character")
    default:
      throw error(at: start, expected: "an escape of JSON")
    }
  }

  /// One code unit behind `\u`, or two if the first is half of a surrogate pair.
  private mutating func takeUTF16() -> Unicode.Scalar? {
    guard let first = takeHexadecimal() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard take("\\"), take("u"), let second = takeHexadecimal(), UTF16.isTrailSurrogate(second)
    else { return nil }
    return String(decoding: [first, second], as: UTF16.self).unicodeScalars.first
  }

  private mutating func takeHexadecimal() -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
