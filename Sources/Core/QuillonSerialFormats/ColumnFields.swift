/// The fields of one text line: numbers, and the meaning of the words beside them.
///
/// Most boards print numbers alone, or a name and a colon before each number. Any other line with numbers is read as labeled
/// text: `ax = 1 | ay = 2`, `{"acc":[1,2,3]}`, `Acceleration X: 1, Y: 2, Z: 3 m/s^2`, `START 1 2 3 END`. A line without
/// numbers may be a header, or a title such as `Acceleration in g (x,y,z):` of the three numbers below it.
struct ColumnFields {
  /// What a line is.
  enum Kind {
    /// Numbers, with or without names.
    case numbers
    /// A header, whose names hold a whole vector or quaternion.
    case header
    /// One number with its name, a component of a vector or quaternion.
    case component
    /// Text of another kind.
    case text
    /// Damaged numbers.
    case damaged
  }

  /// The numbers. In a header they are missing.
  var values = NumberRow()
  /// The roles of the names before the numbers, or in the header.
  private(set) var roles = InlineArray<24, ColumnRole>(repeating: .ignored)
  /// True if the names differ from those when this was last set to false. Boards that name every
  /// number send the same names repeatedly, so their meaning is determined only once.
  var hasNewNames = false
  /// A hash of the words beside numbers without names; 0 without words.
  private(set) var shape: UInt32 = 0
  /// The units given by the names of the line; nil for the others.
  private(set) var units = ColumnUnits()
  /// The parts that the names hold as a whole.
  private(set) var named = ReadingParts()
  private var marks = InlineArray<24, UInt32>(repeating: 0)
  private var starts = InlineArray<24, Int>(repeating: 0)
  private var nameCount = 0
  /// True if numbers have a comma instead of a decimal point, because another mark separates them.
  private var hasDecimalComma = false
  /// True if the last line of numbers had marks of two kinds between them, and if this one has.
  private var (hadTwoMarks, isMixed) = (false, false)
  /// True if the line has a word of three letters or more: damage does not make one.
  private(set) var hasWord = false
  /// True if the line before was one of numbers without names.
  private var followsNumbers = false
  /// The labeled line before, if that was the last one that was read.
  private var labeled: TextOutline?
  /// True if a column of the line is a date or a time of day.
  private(set) var hasDate = false
  /// The place of a time before the number of a component; nil without one.
  private(set) var timeStart: Int?
  /// The role of the last component, and how many names of components `marks` and `roles` hold.
  private(set) var component = ColumnRole.ignored
  private var componentNames = 0
  /// The vector that the title above the next line names; without a quantity for another title, nil without a title.
  private var title: ColumnHeading?
  /// A hash of that title; 0 without one.
  private var titleMark: UInt32 = 0
  /// True if numbers stood below a title before: one alone may be a stray line.
  private var hasTitles = false
  /// True if the last line had a component, or was other text that left the components before it alone.
  var holdsComponents: Bool { componentNames > 0 }

  /// True if each number has a name.
  var hasNames: Bool { nameCount == values.count && nameCount > 0 }

  /// True if a number has decimals. Such numbers are no counts.
  var hasDecimals: Bool {
    mutating get {
      var index = 0
      while index < values.count, index < NumberRow.capacity {
        if !values[index].isWhole { return true }
        index &+= 1
      }
      return false
    }
  }

  /// How many numbers with names that are not understood may be the columns of a sensor.
  private static var fewestUnknown: Int { 6 }

  /// No fields.
  init() {}

  /// Reads a line of that length. With `hasComponents`, a line may hold a single component; else that is other text.
  mutating func read(length: Int, hasComponents: Bool, in window: inout ByteWindow) -> Kind {
    let followsNumbers = followsNumbers
    self.followsNumbers = false
    if title == nil, readKnownText(length: length, in: &window) { return .numbers }
    (shape, hasWord) = (0, false)
    if hasComponents, let kind = readComponent(length: length, in: &window) { return kind }
    // No title ends with a digit, and most lines of numbers do.
    if window[length &- 1] &- UInt8(ascii: "0") >= 10, readTitle(length: length, in: &window) {
      return .text
    }
    componentNames = 0
    let isRow =
      readNumbers(length: length, in: &window) || readNumbersOtherwise(length: length, in: &window)
    // Names before vectors are labeled text: `acc:1,2,3 gyr:4,5,6`.
    if isRow, nameCount < 2 || hasNames {
      if nameCount == 1 || title != nil, takeNamedVector(length: length, in: &window) {
        return .numbers
      }
      guard hasNames else {
        if nameCount > 0 { (shape, hasWord) = (marks[0], true) }
        self.followsNumbers = true
        return .numbers
      }
      if hasNewNames { findParts() }
      if !named.isEmpty { return .numbers }
      guard !holdsRole else { return .damaged }
      guard values.count >= Self.fewestUnknown else { return .text }
      // Names that nobody understands are words beside numbers.
      (nameCount, shape, hasWord) = (0, marks[0] &* 31 &+ marks[1], true)
      return .numbers
    }
    defer { (title, titleMark) = (nil, 0) }
    // Marks of two kinds, for the first time.
    guard !isMixed else {
      (hadTwoMarks, isMixed) = (true, false)
      return .damaged
    }
    // After numbers, a line that begins like them and has no word is a damaged one: that is seen at once. The next such line is read as text.
    if followsNumbers, values.count > 1, !holdsWord(length: length, in: &window) { return .damaged }
    nameCount = 0
    hasNewNames = true
    if readHeader(length: length, in: &window) { return .header }
    return readText(length: length, in: &window)
  }

  /// True if three letters stand together.
  private func holdsWord(length: Int, in window: inout ByteWindow) -> Bool {
    var (index, letters) = (0, 0)
    while index < length, letters < 3 {
      letters = ColumnName.isLetter(window[index]) ? letters &+ 1 : 0
      index &+= 1
    }
    return letters == 3
  }

  /// The reader of a part of the line.
  func reader(at index: Int, upTo end: Int) -> LineReader {
    LineReader(index: index, end: end, hasDecimalComma: hasDecimalComma)
  }

  // MARK: Numbers

  /// Reads numbers, each with a name and a colon before it or without; false for any other line.
  ///
  /// A single name before all numbers (`label: 1 2 3`) is skipped.
  private mutating func readNumbers(length: Int, in window: inout ByteWindow) -> Bool {
    values.removeAll()
    (nameCount, hasDate) = (0, false)
    var line = reader(at: 0, upTo: length)
    var (column, hasComma) = (0, false)
    while !line.isAtEnd {
      let byte = window[line.index]
      guard byte > 0x20 else {
        // Only spaces and tabs may separate columns.
        guard byte == 0x20 || byte == 0x09 else { return false }
        line.skipBlanks(in: &window)
        continue
      }
      guard column >= 0, column < NumberRow.capacity else { return false }
      if ColumnName.isLetter(byte), !takeName(&line, of: column, in: &window) { return false }
      starts[column] = line.index
      guard let number = line.number(in: &window) else { return false }
      values.put(number, at: column)
      column &+= 1
      var mark = line.peek(in: &window)
      if !Self.skipSeparator(&line, in: &window) {
        guard skipDate(&line, from: starts[column &- 1], in: &window) else { return false }
        values.put(.missing, at: column &- 1)
        mark = line.peek(in: &window)
        guard Self.skipSeparator(&line, in: &window) else { return false }
      }
      if hasComma, mark == UInt8(ascii: ";") || mark == 0x09 {
        isMixed = true
        return false
      }
      hasComma = !hasDecimalComma && mark == UInt8(ascii: ",")
    }
    hadTwoMarks = false
    return values.count > 0
  }

  /// Reads the rest of a date or a time of day that begins at `start`, as in `2024-01-31`, `31/01/2024`, `12:34:56.78` or
  /// `2024-01-31T12:34:56`; false for anything else.
  @inline(never)
  private mutating func skipDate(
    _ line: inout LineReader, from start: Int, in window: inout ByteWindow
  ) -> Bool {
    var (place, marks) = (start, 0)
    while place < line.end, window[place] > 0x20, window[place] != UInt8(ascii: ","),
      window[place] != UInt8(ascii: ";")
    {
      let byte = window[place]
      switch Unicode.Scalar(byte) {
      case ":", "/", "-":
        // Digits stand on both sides.
        guard place > start, window[place &- 1] &- UInt8(ascii: "0") < 10,
          place &+ 1 < line.end, window[place &+ 1] &- UInt8(ascii: "0") < 10
        else { return false }
        marks &+= 1
      case "T", "Z", ".", "+": guard marks > 0 else { return false }
      default: guard byte &- UInt8(ascii: "0") < 10 else { return false }
      }
      place &+= 1
    }
    guard marks >= 2 else { return false }
    line.index = place
    hasDate = true
    return true
  }

  /// Reads one number with its name, of a board that sends each component in a line of its own: `ax: 0.1`, or as Teleplot wants it,
  /// `>ax:0.1` and `>ax:1234:0.1` with the time before the number, ms. The number is put at the place of its role, and the others stay. Nil
  /// for any other line.
  private mutating func readComponent(length: Int, in window: inout ByteWindow) -> Kind? {
    var line = reader(at: 0, upTo: length)
    line.skipBlanks(in: &window)
    let isTeleplot = line.take(UInt8(ascii: ">"), in: &window)
    guard ColumnName.isLetter(line.peek(in: &window)) else { return nil }
    return takeComponent(&line, isTeleplot: isTeleplot, in: &window)
  }

  @inline(never)
  private mutating func takeComponent(
    _ line: inout LineReader, isTeleplot: Bool, in window: inout ByteWindow
  ) -> Kind? {
    guard let name = ColumnName(component: &line, in: &window) else { return nil }
    line.skipBlanks(in: &window)
    let start = line.index
    guard var number = line.number(in: &window) else { return nil }
    timeStart = nil
    if isTeleplot, line.take(UInt8(ascii: ":"), in: &window) {
      timeStart = start
      guard let value = line.number(in: &window) else { return nil }
      number = value
    }
    let next = line.peek(in: &window)
    // Teleplot's unit and flags.
    let isEnd = isTeleplot && (next == 0xC2 || next == UInt8(ascii: "|"))
    line.skipBlanks(in: &window)
    var unit = HeadingText()
    if !isEnd, !line.isAtEnd {
      // Another number makes it a line of another kind.
      var place = line.index
      while place < line.end {
        let byte = window[place]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
          || LabeledText.beginsNumber(byte) && window[place &- 1] <= 0x20
        {
          return nil
        }
        unit.push(byte)
        place &+= 1
      }
    }
    component = role(of: name, unit, in: &window)
    guard component != .ignored, component != .time, component != .pen else { return .text }
    values.put(number, at: Int(truncatingIfNeeded: component.rawValue))
    nameCount = 0
    return .component
  }

  /// The role of a component's name, with the unit behind its number. A heading is read once. Of more than 24 names, the last ones replace
  /// each other.
  private mutating func role(
    of name: ColumnName, _ unit: HeadingText, in window: inout ByteWindow
  ) -> ColumnRole {
    var index = 0
    let mark = name.mark &+ titleMark
    while index < componentNames, index < NumberRow.capacity {
      if marks[index] == mark { return roles[index] }
      index &+= 1
    }
    var heading = ColumnHeading(componentNamed: name.text(in: &window), in: title)
    if heading.unit == nil, !unit.isEmpty { heading = heading.with(unitOf: unit) }
    let role = ColumnRole(heading)
    if role != .ignored { units.adopt(heading) }
    let place = Swift.min(Swift.max(index, 0), NumberRow.capacity &- 1)
    (marks[place], roles[place]) = (mark, role)
    componentNames = place &+ 1
    return role
  }

  // MARK: Titles

  /// Reads a title: words without a number, with a colon behind them, or between brackets or marks, or one word that names a vector:
  /// `Acceleration in g:`, `[gyro]`, `--- MAG ---`, `Gyroscope`. It holds for the next line of numbers, or for the components below it.
  @inline(never)
  private mutating func readTitle(length: Int, in window: inout ByteWindow) -> Bool {
    var (start, end) = (0, length)
    while end > 0, window[end &- 1] <= 0x20 { end &-= 1 }
    let hasColon = end > 0 && window[end &- 1] == UInt8(ascii: ":")
    if hasColon { end &-= 1 }
    while start < end, Self.isFrame(window[start]) { start &+= 1 }
    var isMarked = hasColon
    if start > 0, !hasColon {
      let open = end
      while end > start, Self.isFrame(window[end &- 1]) { end &-= 1 }
      isMarked = end < open
    }
    guard start < end, ColumnName.isLetter(window[start]) else { return false }
    var line = LabeledText(line: reader(at: start, upTo: end))
    var (text, mark) = (HeadingText(), 1 as UInt32)
    while let element = line.nextOnce(in: &window) {
      switch element {
      case .number: return false
      case .word(let byte), .withinUnit(let byte), .mark(let byte):
        text.push(byte)
        mark = mark &* 31 &+ UInt32(truncatingIfNeeded: byte)
      }
    }
    guard isMarked || text.start(ofLast: 1) == 0 else { return false }
    let vector = ColumnHeading(vectorOf: text)
    guard isMarked || vector != nil else { return false }
    (title, titleMark) = (vector ?? ColumnHeading(), mark)
    return true
  }

  /// True for a blank and for the marks that stand around a title.
  private static func isFrame(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]")
  }

  /// Lets three numbers be the vector that the name before them or the title above them names: `Acc: 1, 2, 3`. False for any other name,
  /// and for the first title.
  @inline(never)
  private mutating func takeNamedVector(length: Int, in window: inout ByteWindow) -> Bool {
    // A title holds for one line of numbers.
    let title = title
    (self.title, titleMark) = (nil, 0)
    guard values.count == 3, nameCount <= 1 else { return false }
    if nameCount == 0 {
      guard let title, title.quantity != nil else { return false }
      guard hasTitles else {
        hasTitles = true
        return false
      }
      return takeVector(title)
    }
    var line = reader(at: 0, upTo: length)
    line.skipBlanks(in: &window)
    guard let name = ColumnName(&line, in: &window), name.isLabel,
      let vector = ColumnHeading(vectorOf: name.text(in: &window))
    else { return false }
    return takeVector(vector)
  }

  private mutating func takeVector(_ vector: ColumnHeading) -> Bool {
    units = ColumnUnits()
    units.adopt(vector)
    var axis = 0
    while axis < 3 {
      roles[axis] = ColumnRole(vector.component(axis) ?? ColumnHeading())
      marks[axis] = 0
      axis &+= 1
    }
    (nameCount, hasNewNames) = (3, true)
    findParts()
    return !named.isEmpty
  }

  /// Lets the numbers be a row of the components in a set of roles, a bit for each. Others are missing.
  mutating func keepComponents(_ set: UInt32) {
    var index = 0
    while index < 16 {
      let isKept = set &>> UInt32(truncatingIfNeeded: index) & 1 != 0
      values.put(isKept ? values[index] : .missing, at: index)
      index &+= 1
    }
  }

  /// Reads numbers with the other decimal mark. Two lines in a row with marks of two kinds between the numbers mean that the
  /// comma is that of decimals.
  @inline(never)
  private mutating func readNumbersOtherwise(length: Int, in window: inout ByteWindow) -> Bool {
    guard hasDecimalComma || isMixed else { return false }
    guard hasDecimalComma || hadTwoMarks else { return false }
    (hadTwoMarks, isMixed) = (false, false)
    hasDecimalComma.toggle()
    if readNumbers(length: length, in: &window) { return true }
    hasDecimalComma.toggle()
    return false
  }

  /// Reads the name of that column, if there is one. Returns false if the column has no number.
  /// Most lines have no names.
  @inline(never)
  private mutating func takeName(
    _ line: inout LineReader, of column: Int, in window: inout ByteWindow
  ) -> Bool {
    guard let name = ColumnName(&line, in: &window) else { return true }
    guard name.isLabel, column >= 0, column < NumberRow.capacity else { return false }
    nameCount &+= 1
    if marks[column] != name.mark {
      let heading = name.heading(in: &window)
      marks[column] = name.mark
      roles[column] = ColumnRole(heading)
      if !hasNewNames { units = ColumnUnits() }
      if roles[column] != .ignored { units.adopt(heading) }
      hasNewNames = true
    }
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

  // MARK: Headers

  /// Reads a header: names, separated by tabs, semicolons or commas, otherwise by blanks. False if they hold no whole vector.
  private mutating func readHeader(length: Int, in window: inout ByteWindow) -> Bool {
    begin()
    var mark: UInt8 = 0x20
    var index = 0
    while index < length {
      let byte = window[index]
      // A decimal comma stands between digits, and a header has no numbers.
      if byte == 0x09 || byte == UInt8(ascii: ";") && mark != 0x09
        || byte == UInt8(ascii: ",") && mark == 0x20
      {
        mark = byte
      }
      index &+= 1
    }
    index = 0
    // A comment mark is no column.
    while index < length, window[index] == UInt8(ascii: "#") || window[index] == UInt8(ascii: "%") {
      index &+= 1
    }
    if index > 0 {
      while index < length, window[index] == 0x20 || window[index] == 0x09 { index &+= 1 }
    }
    // Names of the axes alone count if they are in another order than usual: `t,z,y,x`. Below a title, `x y z` are anything.
    var (axes, isUsual, hasW) = (0, true, false)
    while index < length {
      // Blanks and tabs align columns. A tab before the first name stands for a column without one.
      if window[index] == 0x20 || window[index] == 0x09,
        mark == 0x20 || mark == 0x09 && values.count > 0
      {
        index &+= 1
        continue
      }
      var text = HeadingText()
      var (hasLetter, isFirst) = (false, true)
      let start = index
      while index < length, window[index] != mark, mark != 0x20 || window[index] != 0x09 {
        // Names and values: labeled text.
        if window[index] == UInt8(ascii: ":") || window[index] == UInt8(ascii: "=") { return false }
        let byte = window[index]
        if isFirst, LabeledText.beginsNumber(byte),
          isValue(at: index, upTo: length, behind: text, mark, in: &window)
        {
          return false
        }
        isFirst = byte == 0x20 || byte == 0x09
        hasLetter = hasLetter || ColumnName.isLetter(byte)
        text.push(byte)
        index &+= 1
      }
      guard hasLetter || text.count == 0, values.count < NumberRow.capacity else { return false }
      hasW = hasW || text.count == 1 && text[0] == UInt8(ascii: "w")
      let axis = text.onlyAxis
      take(ColumnHeading(text), .missing, at: start)
      if let axis {
        isUsual = isUsual && axis == axes
        axes &+= 1
        setAxis(axis)
      }
      index &+= 1
    }
    findParts()
    return !named.isEmpty && (axes == 0 || !hasW && !(isUsual && named == .specificForce))
  }

  /// True if a number that begins a word at `index` stands alone: it is the value of the name before it, as in `gx 1`, or a column. A number within a name
  /// is none: `Sensor 1 acc x`.
  @inline(never)
  private func isValue(
    at index: Int, upTo length: Int, behind text: HeadingText, _ mark: UInt8,
    in window: inout ByteWindow
  ) -> Bool {
    var line = reader(at: index, upTo: length)
    guard line.number(in: &window) != nil else { return false }
    let next = line.peek(in: &window)
    guard next <= 0x20 || next == mark else { return false }
    if text.isEmpty { return next == 0 || next == mark }
    return ColumnHeading(text).quantity != nil
  }

  // MARK: Labeled text

  /// Reads numbers among words.
  ///
  /// A name stands before its number, or before the three numbers of a vector. A word after a number is its unit, unless a
  /// mark such as a comma separates them. The unit behind three numbers without names, or with those of the axes alone, names them:
  /// `(1, 2, 3) g`, `X: 1 Y: 2 Z: 3 rad/s`. Times of day and dates do not count.
  private mutating func readText(length: Int, in window: inout ByteWindow) -> Kind {
    begin()
    // The lines of i2cdevlib have a format of their own.
    if LineReader.begins(with: "ypr", in: &window) || LineReader.begins(with: "quat\t", in: &window)
      || LineReader.begins(with: "euler", in: &window)
      || LineReader.begins(with: "areal", in: &window)
      || LineReader.begins(with: "aworld", in: &window)
    {
      return .text
    }
    let outline = outline(length: length, in: &window)
    // Damage makes such words of a number, and headings cost more than all else of a sample.
    if outline.words > 0, outline.words <= 2, outline.names == 0, outline.longest < 3 {
      return .damaged
    }
    values.removeAll()
    var line = LabeledText(line: reader(at: 0, upTo: textEnd(length, in: &window)))
    var text = HeadingText()
    // The vector of the last number, and the component that a number without a name would be.
    var (vector, next) = (title?.quantity == nil ? nil : title, 0)
    var (isAfterMark, hasOther, hasAngle) = (true, false, false)
    // True behind names such as `accel x,y,z`.
    var listsAxes = false
    // How many numbers without names stand together, and if a bracket has closed behind them.
    var (unnamed, isClosed) = (0, false)
    // Where the word behind an equals sign begins; −1 without one.
    var value = -1
    while let element = line.next(in: &window) {
      switch element {
      case .number(let number, let start):
        guard values.count < NumberRow.capacity else { return .text }
        hasOther = hasOther || ColumnHeading.isBeside(text)
        if listsAxes, text.isAxis(2) { text = HeadingText() }
        listsAxes = false
        if unnamed == 3, takeUnnamed(&text, isAlone: isClosed) { unnamed = 0 }
        let isNext = text.isEmpty || text.isAxis(unnamed)
        var heading = Self.heading(of: text, in: vector, next)
        if heading == nil, !isAfterMark, let vector {
          // The unit of the number before comes first. A second x begins another vector.
          if !adoptUnit(before: &text, vector) || next == 0 {
            heading = Self.heading(of: text, in: vector, next)
          }
        }
        hasAngle = hasAngle || heading?.quantity == .angle
        take(heading ?? ColumnHeading(), number, at: start)
        unnamed = heading != nil ? 0 : isNext ? unnamed &+ 1 : 1
        isClosed = false
        // A time may stand between a vector's name and its numbers.
        if heading?.quantity != .time || next > 0 {
          (vector, next) = heading?.axis == nil ? (nil, 0) : (heading, (heading?.axis ?? 0) &+ 1)
        }
        (text, isAfterMark, value) = (HeadingText(), false, -1)
      case .word(let byte), .withinUnit(let byte): text.push(byte)
      case .mark(let byte):
        if text.isInBrackets
          || (byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[")) && !text.isEmpty
            && LabeledText.isWord(line.peek(in: &window))
            && !LabeledText.beginsNumber(line.peek(in: &window))
        {
          text.push(byte)
          continue
        }
        switch Unicode.Scalar(byte) {
        case ",", ";", "|", ")", "]", "}":
          if isAfterMark, let named = ColumnHeading(vectorOf: text) {
            (vector, next) = (named, 0)
          } else if isAfterMark, vector != nil, text.onlyAxis != nil {
            listsAxes = true
          } else if !isAfterMark, let vector {
            units.adopt(vector.with(unitOf: text))
          } else if !isAfterMark, unnamed == 3, takeUnnamed(&text, isAlone: true) {
            unnamed = 0
          } else if !text.isEmpty {
            // A word ends the vector: `$GPRMC,123519,A,4807.038,N,01131.000,E`.
            vector = nil
          }
          // Behind a bracket the unit of its numbers may stand: `(1, 2, 3) m/s/s  w=(4, 5, 6)`.
          isAfterMark =
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|")
          isClosed = !isAfterMark
          (text, value) = (HeadingText(), -1)
        default:
          if value >= 0, text.count > value {
            if text.dropValue(from: value) { isAfterMark = true }
            value = -1
          }
          text.push(0x20)
          if byte == UInt8(ascii: "=") { value = text.count }
        }
      }
    }
    if !isAfterMark {
      if let vector { units.adopt(vector.with(unitOf: text)) }
      if unnamed == 3 { _ = takeUnnamed(&text, isAlone: true) }
    }
    findParts()
    nameCount = named.isEmpty ? 0 : values.count
    // Angles alone: `Yaw, Pitch, Roll: 1, 2, 3`.
    if hasAngle, values.count < Self.fewestUnknown { hasOther = true }
    guard !named.isEmpty || values.count >= 3 && !holdsRole && !hasOther else {
      // A line of marks is one of text.
      return hasWord || outline.numbers == 0 && outline.words == 0 ? .text : .damaged
    }
    labeled = outline
    return .numbers
  }

  /// Reads the numbers of a line whose text is that of the labeled line before; false for any other line. Headings are not read
  /// again: that would cost more than all else of a sample.
  @inline(never)
  private mutating func readKnownText(length: Int, in window: inout ByteWindow) -> Bool {
    guard let known = labeled else { return false }
    labeled = nil
    guard outline(length: length, in: &window) == known else { return false }
    labeled = known
    return true
  }

  /// The length of a line without a checksum such as `*5A` at its end.
  private func textEnd(_ length: Int, in window: inout ByteWindow) -> Int {
    length > 3 && window[length &- 3] == UInt8(ascii: "*") ? length &- 3 : length
  }

  /// Reads the numbers of labeled text and describes the text between them.
  @inline(never)
  private mutating func outline(length: Int, in window: inout ByteWindow) -> TextOutline {
    values.removeAll()
    var outline = TextOutline()
    var line = LabeledText(line: reader(at: 0, upTo: textEnd(length, in: &window)))
    var (run, isName) = (0, false)
    while let element = line.next(in: &window) {
      switch element {
      case .number(let number, let start):
        run = 0
        outline.hash = outline.hash &* 31
        let column = outline.numbers
        outline.numbers &+= 1
        guard column >= 0, column < NumberRow.capacity else { continue }
        values.put(number, at: column)
        starts[column] = start
      case .word(let byte):
        let isLetter = ColumnName.isLetter(byte)
        if run == 0 {
          outline.words &+= 1
          isName = isLetter
          if isName { outline.names &+= 1 }
        } else if isName, !isLetter {
          isName = false
          outline.names &-= 1
        }
        run = isLetter ? run &+ 1 : run > 0 ? run : 1
        if run > outline.longest { outline.longest = run }
        outline.add(byte)
        outline.shape = outline.shape &* 31 &+ UInt32(truncatingIfNeeded: byte)
      case .withinUnit(let byte): outline.add(byte)
      case .mark(let byte):
        run = 0
        outline.add(byte)
      }
    }
    (shape, hasWord) = (outline.shape, outline.longest >= 3)
    return outline
  }

  /// Lets the last three numbers be the vector that is measured in the unit which `text` is, before the axis x of the next vector or alone.
  /// Then the text becomes empty; false if it is no unit.
  @inline(never)
  private mutating func takeUnnamed(_ text: inout HeadingText, isAlone: Bool) -> Bool {
    let end = text.count &- 1
    let isBeforeX = text[end] == UInt8(ascii: "x") && text.start(ofLast: 1) == end
    guard isBeforeX || isAlone,
      let vector = ColumnHeading(measuredIn: text, upTo: isBeforeX ? end : text.count)
    else { return false }
    var axis = 0
    while axis < 3 {
      let column = values.count &- 3 &+ axis
      guard column >= 0, column < NumberRow.capacity else { return false }
      roles[column] = ColumnRole(vector.component(axis) ?? ColumnHeading())
      axis &+= 1
    }
    units.adopt(vector)
    text = HeadingText()
    return true
  }

  /// Reads the unit of the preceding number from the beginning of `text`. True if the axis x is left.
  @inline(never)
  private mutating func adoptUnit(before text: inout HeadingText, _ vector: ColumnHeading) -> Bool {
    units.adopt(vector.with(unitOf: text.takeUnit()))
    return text.isAxis(0)
  }

  /// The heading of a number after that text; nil if unknown.
  @inline(never)
  private static func heading(of text: HeadingText, in vector: ColumnHeading?, _ next: Int)
    -> ColumnHeading?
  {
    if text.isEmpty || vector != nil && next == 0 && text.isAny(of: "values value data") {
      return vector?.component(next)
    }
    if let axis = text.onlyAxis, let vector { return vector.component(axis) }
    let heading = ColumnHeading(text)
    return heading.quantity != nil ? heading : ColumnHeading(vectorOf: text)?.component(0)
  }

  private mutating func begin() {
    values.removeAll()
    units = ColumnUnits()
    shape = 0
  }

  /// Adds a column with that heading. Only the first column of a role counts.
  private mutating func take(_ heading: ColumnHeading, _ number: WireNumber, at start: Int) {
    let column = values.count
    guard column >= 0, column < NumberRow.capacity else { return }
    values.put(number, at: column)
    roles[column] = ColumnRole(heading)
    starts[column] = start
    marks[column] = 0
    if roles[column] != .ignored { units.adopt(heading) }
  }

  /// Lets the last column be that axis of the acceleration.
  @inline(never)
  private mutating func setAxis(_ axis: Int) {
    let column = values.count &- 1
    guard column >= 0, column < NumberRow.capacity else { return }
    roles[column] = ColumnRole(ColumnHeading(forceAxis: axis))
  }

  /// Lets each role have one column, the first, and finds the parts that all of them make.
  private mutating func findParts() {
    var (seen, column) = (0 as UInt32, 0)
    while column < values.count, column < NumberRow.capacity {
      let bit = 1 as UInt32 &<< UInt32(roles[column].rawValue)
      if roles[column] != .ignored, seen & bit != 0 { roles[column] = .ignored }
      seen |= bit
      column &+= 1
    }
    named = []
    func holds(_ first: ColumnRole, _ count: UInt32) -> Bool {
      let bits = (1 &<< count &- 1) &<< UInt32(first.rawValue)
      return seen & bits == bits
    }
    if holds(.forceX, 3) { named.formUnion(.specificForce) }
    if holds(.rateX, 3) { named.formUnion(.angularRate) }
    if holds(.fieldX, 3) { named.formUnion(.magneticField) }
    if holds(.quaternionW, 4) { named.formUnion(.attitude) }
  }

  /// True if a column has a role.
  private var holdsRole: Bool {
    mutating get {
      var column = 0
      while column < values.count, column < NumberRow.capacity {
        if roles[column] != .ignored, roles[column] != .time { return true }
        column &+= 1
      }
      return false
    }
  }
}

/// What stands between the numbers of labeled text.
private struct TextOutline: Equatable {
  /// A hash of all bytes outside of numbers, and where numbers stand among them.
  var hash: UInt32 = 1
  /// A hash of the words.
  var shape: UInt32 = 0
  var numbers = 0
  var words = 0
  /// The words of letters alone.
  var names = 0
  /// The letters of the longest word.
  var longest = 0

  mutating func add(_ byte: UInt8) { hash = hash &* 31 &+ UInt32(truncatingIfNeeded: byte) }
}

/// Splits labeled text into numbers and the bytes between them. Times of day and dates are left out.
private struct LabeledText {
  enum Element {
    case number(WireNumber, at: Int)
    /// A byte of a word.
    case word(UInt8)
    /// A mark between two words of a unit, as in `m/s^2`.
    case withinUnit(UInt8)
    case mark(UInt8)
  }

  var line: LineReader
  private var isInWord = false

  init(line: LineReader) { self.line = line }

  /// The next byte; 0 at the end.
  func peek(in window: inout ByteWindow) -> UInt8 { line.peek(in: &window) }

  /// As `next`, where a line is read once, and small code counts more.
  @inline(never)
  mutating func nextOnce(in window: inout ByteWindow) -> Element? { next(in: &window) }

  @inline(__always)
  mutating func next(in window: inout ByteWindow) -> Element? {
    while !line.isAtEnd {
      let byte = window[line.index]
      let start = line.index
      if !isInWord, Self.beginsNumber(byte) {
        if byte == UInt8(ascii: "."), skipDots(in: &window) { return .mark(byte) }
        if skipDate(in: &window) { continue }
        if let number = line.number(in: &window), endsNumber(in: &window) {
          guard line.peek(in: &window) == UInt8(ascii: "-"), line.index &- 1 > start,
            window[line.index &- 1] == UInt8(ascii: ".")
          else { return .number(number, at: start) }
          line.index = start
          if let number = line.negativeMillionths(in: &window) { return .number(number, at: start) }
        }
        line.index = start
      }
      line.index &+= 1
      if Self.isWord(byte) {
        isInWord = true
        return .word(byte)
      }
      if isInWord, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]"),
        isIndex(byte, in: &window)
      {
        return .withinUnit(byte)
      }
      // `m/s`, `s^-1`, `ms-2`. A number that follows a letter at once is none: its sign or its beginning would be lost.
      if isInWord,
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "."),
        Self.isWord(line.peek(in: &window))
      {
        return .withinUnit(byte)
      }
      isInWord = false
      return .mark(byte)
    }
    return nil
  }

  /// True if the bracket that was read belongs to an index behind a word: `accel[0]`.
  private func isIndex(_ byte: UInt8, in window: inout ByteWindow) -> Bool {
    let start = byte == UInt8(ascii: "[") ? line.index &- 1 : line.index &- 3
    return start >= 0 && start &+ 2 < line.end && window[start] == UInt8(ascii: "[")
      && window[start &+ 1] &- UInt8(ascii: "0") < 10 && window[start &+ 2] == UInt8(ascii: "]")
  }

  static func beginsNumber(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  static func isWord(_ byte: UInt8) -> Bool {
    ColumnName.isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  /// True unless letters make the number a part of a word, as in `3rd`. A unit may follow at once: `9.81m/s`.
  private func endsNumber(in window: inout ByteWindow) -> Bool {
    let next = line.peek(in: &window) | 0x20
    return !ColumnName.isLetter(next) || next == UInt8(ascii: "g") || next == UInt8(ascii: "m")
      || next == UInt8(ascii: "d") || next == UInt8(ascii: "r") && line.index &+ 3 <= line.end
      || next == UInt8(ascii: "u")
  }

  /// Reads two dots or more, which lead to a number and are none of it; false if none come next.
  private mutating func skipDots(in window: inout ByteWindow) -> Bool {
    let dot = UInt8(ascii: ".")
    guard line.index &+ 1 < line.end, window[line.index &+ 1] == dot else { return false }
    while line.take(dot, in: &window) {}
    return true
  }

  /// Reads a date or a time of day; false if a number comes next.
  private mutating func skipDate(in window: inout ByteWindow) -> Bool {
    var place = line.index
    while place < line.end, window[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
    guard place > line.index, place &+ 1 < line.end, window[place &+ 1] &- UInt8(ascii: "0") < 10,
      window[place] == UInt8(ascii: ":") || window[place] == UInt8(ascii: "-")
        || window[place] == UInt8(ascii: "/")
    else { return false }
    while place < line.end, window[place] > 0x20, window[place] != UInt8(ascii: ","),
      window[place] != UInt8(ascii: ";"),
      window[place] != UInt8(ascii: "]")
    {
      place &+= 1
    }
    line.index = place
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

  /// Reads the name of a component up to its number: `ax 1`, `Accel X: 1`, `ax = 1`. Nil and reads nothing if there is none.
  @inline(never)
  init?(component line: inout LineReader, in window: inout ByteWindow) {
    var (place, words) = (line.index, 0)
    var (end, mark, isAfterBlank) = (line.index, 0 as UInt32, true)
    while place < line.end, !LabeledText.beginsNumber(window[place]) || !isAfterBlank {
      let byte = window[place]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") {
        guard words > 0 else { return nil }
        (start, self.end, self.mark, isLabel) = (line.index, end, mark, true)
        line.index = place &+ 1
        return
      }
      if byte == 0x20 || byte == 0x09 {
        isAfterBlank = true
      } else {
        guard Self.isPart(byte) else { return nil }
        if isAfterBlank { words &+= 1 }
        (isAfterBlank, end) = (false, place &+ 1)
        mark = mark &* 31 &+ UInt32(truncatingIfNeeded: byte)
      }
      place &+= 1
    }
    // Without a mark, a sentence with a number looks alike.
    guard words > 0, words < 3, place < line.end else { return nil }
    (start, self.end, self.mark, isLabel) = (line.index, end, mark, false)
    line.index = place
  }

  /// The heading that the name stands for.
  func heading(in window: inout ByteWindow) -> ColumnHeading { ColumnHeading(text(in: &window)) }

  /// The name.
  func text(in window: inout ByteWindow) -> HeadingText {
    var (text, place) = (HeadingText(), start)
    while place < end {
      text.push(window[place])
      place &+= 1
    }
    return text
  }

  /// True if a name can begin with this byte.
  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// True for every byte except separators and the colon.
  private static func isPart(_ byte: UInt8) -> Bool {
    // Letters, which are behind all separators in ASCII, come first.
    byte > UInt8(ascii: ";")
      || byte > 0x20 && byte != UInt8(ascii: ",") && byte < UInt8(ascii: ":")
  }
}
