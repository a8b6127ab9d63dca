/// The fields of a line of a table: what separates them, and the fields.
struct TableLine {
  /// The fields, without quotes and blanks around them.
  let fields: [String]
  /// The byte between the fields.
  let separator: UInt8

  /// The fields of a header or of any other line that tells what separates: a tab or a semicolon if the line has one, a comma,
  /// otherwise blanks.
  init(_ line: some BidirectionalCollection<UInt8>) {
    let separator =
      [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")].first { line.contains($0) } ?? 0x20
    self.init(line, separator: separator)
  }

  /// The fields between these separators.
  init(_ line: some BidirectionalCollection<UInt8>, separator: UInt8) {
    self.separator = separator
    func isUnwanted(_ byte: UInt8) -> Bool {
      byte == 0x22 || byte == 0x20 || byte == 0x0D || byte == 0x09
    }
    // A separator between quotes is text.
    var isQuoted = false
    fields = line.split(omittingEmptySubsequences: separator == 0x20) { byte in
      if byte == 0x22 { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }.map { field in
      let tail = field.drop { isUnwanted($0) }
      let end = tail.lastIndex { !isUnwanted($0) }.map { tail.index(after: $0) } ?? tail.startIndex
      return Self.text(tail[..<end])
    }
  }

  /// The text of these bytes, UTF-8 or else Latin-1.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The number in a field. Nil for text, and for "nan" and nothing, which stand for a missing number.
  func number(_ index: Int) -> Double? {
    guard fields.indices.contains(index) else { return nil }
    let text =
      separator == UInt8(ascii: ",") ? fields[index] : fields[index].replacing(",", with: ".")
    return Double(decimal: text)
  }

  /// The fields of a file's lines, without a byte order mark.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
  }
}
