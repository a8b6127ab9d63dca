/// The fields of one text line: numbers, or the words of a header.
struct ColumnFields {
  /// The numbers. In a header they are missing.
  var values = NumberRow()
  /// The roles of the names before the numbers, or in the header.
  private(set) var roles = InlineArray<24, ColumnRole>(repeating: .ignored)
  /// True if the names differ from those when this was last set to false. Boards that name every
  /// number send the same names repeatedly, so their meaning is determined only once.
  var hasNewNames = false
  private var marks = InlineArray<24, UInt32>(repeating: 0)
  private var starts = InlineArray<24, Int>(repeating: 0)
  private var nameCount = 0
  private var numberCount = 0
  private var knownCount = 0

  /// True if each number has a name.
  var hasNames: Bool { nameCount == values.count && numberCount > 0 }
  /// True for a line of names with at least one known name.
  var isHeader: Bool { numberCount == 0 && knownCount > 0 }

  /// No fields.
  init() {}

  /// Reads a line of that length; false if it is neither a line of numbers nor a header.
  ///
  /// A single name before all numbers (`label: 1 2 3`) is skipped. A word without a colon before
  /// them means a line of another kind.
  mutating func read(length: Int, in window: inout ByteWindow) -> Bool {
    values.removeAll()
    (nameCount, numberCount, knownCount) = (0, 0, 0)
    var line = LineReader(index: 0, end: length)
    var (column, numbers) = (0, 0)
    while !line.isAtEnd {
      let byte = window[line.index]
      guard byte > 0x20 else {
        // Only spaces and tabs may separate columns.
        guard byte == 0x20 || byte == 0x09 else { return false }
        line.skipBlanks(in: &window)
        continue
      }
      guard column >= 0, column < NumberRow.capacity else { return false }
      var value = WireNumber.missing
      if !ColumnName.isLetter(byte) || takeName(&line, of: column, in: &window) {
        starts[column] = line.index
        guard let number = line.number(in: &window) else { return false }
        value = number
        numbers &+= 1
      }
      values.put(value, at: column)
      column &+= 1
      guard Self.skipSeparator(&line, in: &window) else { return false }
    }
    numberCount = numbers
    return isHeader || values.count > 0 && numberCount == values.count
  }

  /// Reads the name of that column, if there is one. Returns false if the column has no number.
  /// Most lines have no names.
  @inline(never)
  private mutating func takeName(
    _ line: inout LineReader, of column: Int, in window: inout ByteWindow
  ) -> Bool {
    guard let name = ColumnName(&line, in: &window) else { return true }
    guard column >= 0, column < NumberRow.capacity else { return false }
    nameCount &+= 1
    if marks[column] != name.mark {
      marks[column] = name.mark
      roles[column] = ColumnRole(named: name.start, upTo: name.end, in: &window)
      hasNewNames = true
    }
    if roles[column] != .ignored { knownCount &+= 1 }
    guard name.isLabel else { return false }
    line.skipBlanks(in: &window)
    return true
  }

  /// The index where the number of that column begins; nil if there is none.
  mutating func start(of column: Int) -> Int? {
    column >= 0 && column < NumberRow.capacity ? starts[column] : nil
  }

  /// Reads a comma or semicolon, or blanks with at most one of these; false if there is none.
  /// Blanks after it are not read.
  private static func skipSeparator(_ line: inout LineReader, in window: inout ByteWindow) -> Bool {
    guard !line.isAtEnd else { return true }
    let start = line.index
    if !takeMark(&line, in: &window) {
      line.skipBlanks(in: &window)
      guard line.index > start else { return false }
      _ = takeMark(&line, in: &window)
    }
    return true
  }

  /// Reads a comma or semicolon, if one comes next.
  @inline(__always)
  private static func takeMark(_ line: inout LineReader, in window: inout ByteWindow) -> Bool {
    let next = line.peek(in: &window)
    guard next == UInt8(ascii: ",") || next == UInt8(ascii: ";") else { return false }
    line.index &+= 1
    return true
  }
}

/// A word in a text line: the name of a column.
private struct ColumnName {
  let start: Int
  let end: Int
  /// A hash of the name. Two names that differ in one letter never have the same hash, and others
  /// hardly ever.
  let mark: UInt32
  /// True if a colon follows, which is also read: the name belongs to the number after it.
  let isLabel: Bool

  /// Reads the next word. Returns nil and reads nothing if a number comes next, including "nan".
  init?(_ line: inout LineReader, in window: inout ByteWindow) {
    let first = line.peek(in: &window)
    guard Self.isLetter(first) else { return nil }
    // "nan", "inf" and "ovf" begin with these letters.
    if first == UInt8(ascii: "n") || first == UInt8(ascii: "i") || first == UInt8(ascii: "o") {
      var trial = line
      if trial.number(in: &window) != nil, trial.isAtEnd || !Self.isLetter(trial.peek(in: &window))
      {
        return nil
      }
    }
    start = line.index
    var (place, mark): (Int, UInt32) = (line.index, 0)
    while place < line.end {
      let byte = window[place]
      guard Self.isPart(byte) else { break }
      mark = mark &* 31 &+ UInt32(truncatingIfNeeded: byte)
      place &+= 1
    }
    line.index = place
    end = place
    self.mark = mark
    isLabel = line.take(UInt8(ascii: ":"), in: &window)
  }

  /// True if a name can begin with this byte.
  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// True for every byte except separators and the colon.
  private static func isPart(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
      && byte != UInt8(ascii: ":")
  }
}
