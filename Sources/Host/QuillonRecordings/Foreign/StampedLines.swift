/// Lines with the time of their arrival in front, as terminals log them: `12:34:56.789 -> 1,2,3` (Arduino), `[2024-01-31 12:34:56.789] 1,2,3`
/// (Tera Term), `2024-01-31 12:34:56.789 1,2,3` (CoolTerm). The stamp becomes the first column, and is called time above names.
enum StampedLines {
  /// The number of lines that show whether lines have stamps.
  private static let looked = 60

  /// The lines of a file.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = TableLine.lines(of: bytes)
    let first = lines.lazy.filter { !$0.isEmpty }.prefix(looked)
    let stamped = first.compactMap { stamp(of: $0) }
    guard stamped.count > 4, stamped.count * 5 > first.count * 4,
      let row = stamped.last(where: { isNumber($0.rest) }),
      case let separator = TableLine(row.rest).separator, TableLine(row.rest).fields.count > 2
    else { return lines }
    return lines.map { line in
      guard let (time, rest) = stamp(of: line) else { return line }
      let name = isNumber(rest) ? Array(time) : Array("time".utf8)
      return (name.map { $0 == 0x20 ? UInt8(ascii: "T") : $0 } + [separator] + rest)[...]
    }
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    text.first.map { ($0 >= 0x30 && $0 <= 0x39) || "+-.".utf8.contains($0) } ?? false
  }

  /// The stamp at the beginning of a line, and what stands behind it. Nil without one, and if the stamp is a column already.
  static func stamp(
    of line: ArraySlice<UInt8>
  ) -> (time: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    var rest = line.drop { $0 == 0x20 || $0 == UInt8(ascii: "[") }
    let start = rest.startIndex
    var hasColon = false
    // A date, a blank or T, and a time of day.
    rest = rest.drop { byte in
      hasColon = hasColon || byte == UInt8(ascii: ":")
      return byte >= 0x30 && byte <= 0x39 || "-/.:TZ".utf8.contains(byte)
    }
    if !hasColon, rest.first == 0x20 {
      rest = rest.dropFirst().drop { byte in
        hasColon = hasColon || byte == UInt8(ascii: ":")
        return byte >= 0x30 && byte <= 0x39 || ".:".utf8.contains(byte)
      }
    }
    var time = line[start..<rest.startIndex]
    if time.last == UInt8(ascii: ":") { time = time.dropLast() }
    guard hasColon, TimeOfDay.seconds(String(decoding: time, as: UTF8.self)) != nil else {
      return nil
    }
    var behind = rest.drop { " \t]".utf8.contains($0) }
    if behind.starts(with: "->".utf8) { behind = behind.dropFirst(2).drop { $0 == 0x20 } }
    guard behind.startIndex > rest.startIndex, !behind.isEmpty else { return nil }
    return (time, behind)
  }
}
