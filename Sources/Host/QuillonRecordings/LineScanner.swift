/// Reads a text file line by line and byte by byte, and adds the current place to errors.
///
/// Lines end with LF or CR LF; the last one may lack its ending. Between calls `position` stays
/// within the current line.
struct LineScanner {
  /// The file's name, for errors.
  private let file: String
  /// The next step that errors end with.
  private let nextStep: String
  /// The file's content, or a part of it that ends with a line.
  private let bytes: [UInt8]
  /// The current line, counted from 1; 0 before the first.
  private(set) var line = 0
  /// The index of the next byte to look at.
  private(set) var position = 0
  /// The index of the first byte of the line.
  private var start = 0
  /// The index after the last byte of the line, its ending not included.
  private var end = 0
  private var nextLine = 0

  /// True when the current line has no line end. Then it is the last line, and may be truncated.
  var isUnended: Bool { nextLine > bytes.count }

  /// A scanner at the beginning of `bytes`, before their first line. In the file, `line` lines are
  /// before them.
  init(_ bytes: [UInt8], after line: Int = 0, file: String, nextStep: String) {
    self.bytes = bytes
    self.line = line
    self.file = file
    self.nextStep = nextStep
  }

  /// Moves to the start of the next line. Returns false and does not move when there is none.
  mutating func advanceLine() -> Bool {
    guard nextLine < bytes.count else { return false }
    start = nextLine
    position = nextLine
    end = nextLine
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    nextLine = end + 1
    if end > position, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    line += 1
    return true
  }

  /// The byte at `position`; nil at the end of the line.
  var next: UInt8? { position < end ? bytes[position] : nil }

  /// Skips `byte` if it comes next; true if it did.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard position < end, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  /// Reads up to the next comma or the end of the line.
  mutating func field() throws(RecordingError) -> String {
    let start = position
    while position < end, bytes[position] != UInt8(ascii: ",") { position += 1 }
    return try text(start..<position)
  }

  /// Reads a finite decimal number up to the next comma or the end of the line. Nil for any other
  /// text, which is not read then.
  mutating func number() -> Double? {
    let start = position
    var (mantissa, digits, point, isPlain) = (0 as UInt64, 0, nil as Int?, true)
    while position < end, bytes[position] != UInt8(ascii: ",") {
      let byte = bytes[position]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        digits += 1
      } else if byte == UInt8(ascii: "."), point == nil {
        point = digits
      } else if byte != UInt8(ascii: "-") || position > start {
        isPlain = false
      }
      position += 1
    }
    let places = point.map { digits - $0 } ?? 0
    // Both numbers are exact as Doubles, so the quotient is the nearest Double (Clinger 1990).
    if isPlain, (1...19).contains(digits), mantissa <= 1 << 53, places < Self.powers.count {
      let value = Double(mantissa) / Self.powers[places]
      return bytes[start] == UInt8(ascii: "-") ? -value : value
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let value = Double(decimal: text) { return value }
    position = start
    return nil
  }

  /// 10⁰, 10¹ … 10²², which a Double holds exactly.
  private static let powers = (1...22).reduce(into: [1.0]) { powers, _ in
    powers.append(10 * powers[powers.count - 1])
  }

  /// The rest of the line.
  func rest() throws(RecordingError) -> String { try text(position..<end) }

  /// How many fields the current line has.
  var fieldCount: Int { 1 + bytes[start..<end].count { $0 == UInt8(ascii: ",") } }

  /// The text of `range`.
  ///
  /// - Throws: `RecordingError` for bytes that are not UTF-8.
  private func text(_ range: Range<Int>) throws(RecordingError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw error(found: "bytes that are no UTF-8", expected: "text in UTF-8")
    }
    return text
  }

  /// The error for the text at `start` in the current line.
  func error(at start: Int, expected: String) -> RecordingError {
    error(found: excerpt(from: start), expected: expected)
  }

  /// An error in the current line.
  func error(found: String, expected: String) -> RecordingError {
    RecordingError(
      file: file, line: Swift.max(line, 1), found: found, expected: expected, nextStep: nextStep)
  }

  /// Up to 24 bytes from `start` on, quoted, and only up to the next comma.
  private func excerpt(from start: Int) -> String {
    guard start < end else { return "the end of the line" }
    let rest = bytes[start..<Swift.min(end, start + 24)]
    let field = rest.prefix { $0 != UInt8(ascii: ",") }
    return String(decoding: field.isEmpty ? rest.prefix(1) : field, as: UTF8.self).debugDescription
  }
}
