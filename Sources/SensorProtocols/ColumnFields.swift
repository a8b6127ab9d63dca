/// The fields of one text line: numbers, or the words of a header.
struct ColumnFields {
  /// The numbers; of a header missing ones.
  var values = NumberRow()
  /// What the names say that stand before the numbers, or in the header.
  private(set) var roles = InlineArray<24, ColumnRole>(repeating: .ignored)
  private var starts = InlineArray<24, Int>(repeating: 0)
  private var nameCount = 0
  private var numberCount = 0
  private var knownCount = 0

  /// True when each number has a name.
  var hasNames: Bool { nameCount == values.count && numberCount > 0 }
  /// True for a line of names, one of which at least is known.
  var isHeader: Bool { numberCount == 0 && knownCount > 0 }

  /// No fields.
  init() {}

  /// Reads the line of that length; false when it is neither a line of numbers nor a header.
  ///
  /// A name alone before all numbers (`label: 1 2 3`) is passed over; a word without a colon before
  /// them is a line of another kind.
  mutating func read(length: Int, in window: inout ByteWindow) -> Bool {
    values.removeAll()
    (nameCount, numberCount, knownCount) = (0, 0, 0)
    var line = LineReader(index: 0, end: length)
    line.skipBlanks(in: &window)
    while !line.isAtEnd {
      let name = ColumnName(&line, in: &window)
      if name?.isLabel == true { line.skipBlanks(in: &window) }
      let column = values.count
      guard column >= 0, column < NumberRow.capacity else { return false }
      starts[column] = line.index
      var value = WireNumber.missing
      if name == nil || name?.isLabel == true {
        guard let number = line.number(in: &window) else { return false }
        value = number
        numberCount &+= 1
      }
      if let name {
        let role = ColumnRole(named: name.start, upTo: name.end, in: &window)
        nameCount &+= 1
        if role != .ignored { knownCount &+= 1 }
        roles[column] = role
      }
      values.append(value)
      guard Self.skipSeparator(&line, in: &window) else { return false }
    }
    return isHeader || values.count > 0 && numberCount == values.count
  }

  /// Where the number of that column begins; nil when there is none.
  mutating func start(of column: Int) -> Int? {
    column >= 0 && column < NumberRow.capacity ? starts[column] : nil
  }

  /// Reads blanks with at most one comma or semicolon among them; false when there is nothing of the kind.
  private static func skipSeparator(_ line: inout LineReader, in window: inout ByteWindow) -> Bool {
    let start = line.index
    line.skipBlanks(in: &window)
    let next = line.peek(in: &window)
    if next == UInt8(ascii: ",") || next == UInt8(ascii: ";") {
      line.index &+= 1
      line.skipBlanks(in: &window)
    }
    return line.index > start || line.isAtEnd
  }
}

/// A word in a text line: a column's name.
private struct ColumnName {
  let start: Int
  let end: Int
  /// True when a colon followed it, which is read too: the name of the number after it.
  let isLabel: Bool

  /// Reads the word that comes next; nil, and nothing read, when a number comes, "nan" included.
  init?(_ line: inout LineReader, in window: inout ByteWindow) {
    guard Self.isLetter(line.peek(in: &window)) else { return nil }
    var trial = line
    if trial.number(in: &window) != nil, trial.isAtEnd || !Self.isLetter(trial.peek(in: &window)) {
      return nil
    }
    start = line.index
    while !line.isAtEnd, Self.isPart(line.peek(in: &window)) { line.index &+= 1 }
    end = line.index
    isLabel = line.take(UInt8(ascii: ":"), in: &window)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// Everything but separators and the colon.
  private static func isPart(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
      && byte != UInt8(ascii: ":")
  }
}
