/// JSON (RFC 8259) as far as one line holds it.
extension LineScanner {
  /// Reads `{"key":value,…}`. `member` gets each key and reads its value.
  mutating func object(
    _ member: (inout LineScanner, String) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    try expect("{")
    skipBlanks()
    if take("}") { return }
    repeat {
      skipBlanks()
      let key = try string()
      try expect(":")
      skipBlanks()
      try member(&self, key)
      skipBlanks()
    } while take(",")
    guard take("}") else { throw error(at: position, expected: "\",\" or \"}\"") }
  }

  /// Reads `[value,…]`. `element` reads each value.
  mutating func array(
    _ element: (inout LineScanner) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    try expect("[")
    skipBlanks()
    if take("]") { return }
    repeat {
      skipBlanks()
      try element(&self)
      skipBlanks()
    } while take(",")
    guard take("]") else { throw error(at: position, expected: "\",\" or \"]\"") }
  }

  /// Steps over blanks and `byte`.
  mutating func expect(_ byte: Unicode.Scalar) throws(RecordingError) {
    skipBlanks()
    guard take(byte) else { throw error(at: position, expected: "\"\(byte)\"") }
  }

  /// Steps over blanks; an error if the line goes on.
  mutating func expectEndOfLine() throws(RecordingError) {
    skipBlanks()
    guard position == end else { throw error(at: position, expected: "the end of the line") }
  }

  /// Reads a value of any kind and forgets it.
  mutating func skipValue(depth: Int = 0) throws(RecordingError) {
    guard depth < 32 else {
      throw error(found: "33 values in each other", expected: "at most 32")
    }
    switch next {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"):
      try object { (scanner, _) throws(RecordingError) in try scanner.skipValue(depth: depth + 1) }
    case UInt8(ascii: "["):
      try array { (scanner) throws(RecordingError) in try scanner.skipValue(depth: depth + 1) }
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    default: _ = try number()
    }
  }

  private mutating func skipWord(_ word: StaticString) throws(RecordingError) {
    let start = position
    for byte in word.description.unicodeScalars where !take(byte) {
      throw error(at: start, expected: "\(word)")
    }
  }
}
