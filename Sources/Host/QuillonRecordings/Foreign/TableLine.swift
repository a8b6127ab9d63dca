import Foundation

/// The fields of a line of a table: what separates them, and the fields.
struct TableLine {
  /// The fields, without quotes and blanks around them.
  let fields: [String]
  /// How the numbers in the fields are written.
  private let style: NumberStyle

  /// The byte between the fields.
  var separator: UInt8 { style.separator }

  /// The fields of a header or of any other line that shows the separator: a tab, a semicolon or a bar if the line has one outside of
  /// brackets and before its end, a comma, otherwise blanks.
  init(_ line: some BidirectionalCollection<UInt8>) {
    var depth = 0
    let outside = line.filter { byte in
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth = max(depth - 1, 0) }
      return depth == 0
    }.reversed().drop { $0 == UInt8(ascii: ";") || $0 <= 0x20 }
    let marks = "\t;|,".utf8
    let separator =
      marks.first { outside.contains($0) } ?? marks.first { line.contains($0) } ?? 0x20
    self.init(line, separator: separator)
  }

  /// The fields between these separators.
  init(_ line: some BidirectionalCollection<UInt8>, separator: UInt8) {
    self.init(line, style: NumberStyle(separator: separator))
  }

  /// The fields of a line whose numbers have that style.
  init(_ line: some BidirectionalCollection<UInt8>, style: NumberStyle) {
    self.style = style
    let separator = style.separator
    func isUnwanted(_ byte: UInt8) -> Bool {
      byte == 0x22 || byte == 0x20 || byte == 0x0D || byte == 0x09
        || byte == UInt8(ascii: ";") && separator != byte
    }
    // A separator between quotes is text, and so is a blank in a unit in brackets right behind a name, as in `x[rad s^-1]`.
    let hasBlanks = separator == 0x20
    var (isQuoted, isUnit, last) = (false, false, (UInt8(0), UInt8(0)))
    fields = line.split(omittingEmptySubsequences: hasBlanks) { byte in
      if byte == 0x22 { isQuoted.toggle() }
      if hasBlanks {
        if "([".utf8.contains(last.1), last.0 >= 0x41, byte >= 0x41 { isUnit = true }
        if ")]".utf8.contains(byte) { isUnit = false }
        last = (last.1, byte)
      }
      return byte == separator && !isQuoted && !isUnit
    }.map { field in
      let tail = field.drop { isUnwanted($0) }
      let end = tail.lastIndex { !isUnwanted($0) }.map { tail.index(after: $0) } ?? tail.startIndex
      return Self.text(tail[..<end])
    }
  }

  /// The text of these bytes: UTF-8, else the encoding of Windows in China or Japan if a sensor's word is in it, else Latin-1.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let data = Data(bytes)
    let gb18030 = String.Encoding(rawValue: 0x8000_0632)
    let texts = [gb18030, .shiftJIS].lazy.compactMap { String(data: data, encoding: $0) }
    let words = ["速度", "时间", "時間", "時刻", "磁场", "磁場", "温度"]
    return texts.first { text in words.contains { text.contains($0) } }
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The number in a field. Nil for text, and for "nan" and nothing, which stand for a missing number.
  func number(_ index: Int) -> Double? {
    fields.indices.contains(index) ? style.number(fields[index], column: index) : nil
  }

  /// True for a field that holds something which neither is a number nor stands for a missing one.
  func isStrange(_ index: Int) -> Bool {
    fields.indices.contains(index) && number(index) == nil
      && !NumberStyle.missing.contains(fields[index].lowercased())
  }

  /// The fields of a file's lines, without a byte order mark.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
  }
}
