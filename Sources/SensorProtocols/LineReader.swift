import FixedPoint

/// Reads the words and numbers of a line, one after the other.
struct LineReader {
  /// Where the next byte stands.
  var index: Int
  /// Where the line ends.
  let end: Int

  /// True when every byte was read.
  var isAtEnd: Bool { index >= end }

  /// Whether the window begins with these characters, which must be ASCII.
  @inline(__always)
  static func begins(with text: StaticString, in window: inout ByteWindow) -> Bool {
    var reader = Self(index: 0, end: window.count)
    return reader.take(text, in: &window)
  }

  /// The next byte, 0 at the end.
  func peek(in window: inout ByteWindow) -> UInt8 { isAtEnd ? 0 : window[index] }

  /// Reads the byte if it is the next.
  @inline(__always)
  mutating func take(_ byte: UInt8, in window: inout ByteWindow) -> Bool {
    guard !isAtEnd, window[index] == byte else { return false }
    index &+= 1
    return true
  }

  /// Reads these characters, which must be ASCII, if all of them come next.
  ///
  /// Always inlined, so that the compiler sees that a literal has a pointer, and no trap is left.
  @inline(__always)
  mutating func take(_ text: StaticString, in window: inout ByteWindow) -> Bool {
    guard text.hasPointerRepresentation else { return false }
    return take(text.utf8Start, count: text.utf8CodeUnitCount, in: &window)
  }

  private mutating func take(
    _ characters: UnsafePointer<UInt8>, count: Int, in window: inout ByteWindow
  ) -> Bool {
    guard index &+ count <= end else { return false }
    var offset = 0
    while offset < count {
      guard window[index &+ offset] == characters[offset] else { return false }
      offset &+= 1
    }
    index &+= count
    return true
  }

  /// Reads spaces and tabs.
  mutating func skipBlanks(in window: inout ByteWindow) {
    while index < end, window[index] == 0x20 || window[index] == 0x09 { index &+= 1 }
  }

  /// Reads decimal digits as an integer modulo 2³²; nil when there is none.
  mutating func integer(in window: inout ByteWindow) -> UInt32? {
    var value: UInt32 = 0
    let start = index
    while let digit = digit(in: &window) { value = value &* 10 &+ digit }
    return index > start ? value : nil
  }

  /// Reads a decimal number: sign, digits with or without a point, perhaps an exponent; "nan", "inf" and
  /// "ovf", as Arduino prints them, are missing numbers. Nil when something else comes.
  ///
  /// Nine significant digits are kept, within 2⁻²⁸ of the value.
  mutating func number(in window: inout ByteWindow) -> WireNumber? {
    // This is where the time of text formats goes: nine digits can't overflow, and need no more than their count.
    let isNegative = take(UInt8(ascii: "-"), in: &window)
    if !isNegative { _ = take(UInt8(ascii: "+"), in: &window) }
    var digits: Int32 = 0
    var count = digitRun(of: 9, into: &digits, in: &window)
    var places = 0
    let hasPoint = take(UInt8(ascii: "."), in: &window)
    if hasPoint {
      places = digitRun(of: 9 &- count, into: &digits, in: &window)
      count &+= places
    }
    var decimal = Decimal(digits, exponent: 0 &- Int32(truncatingIfNeeded: places))
    if count >= 9 { readRest(of: &decimal, hasPoint: hasPoint, in: &window) }
    guard count > 0 else { return takesMissing(in: &window) ? .missing : nil }
    if !isAtEnd, window[index] | 0x20 == UInt8(ascii: "e") {
      guard let power = exponent(in: &window) else { return nil }
      decimal.exponent &+= power
    }
    return decimal.number(isNegative: isNegative)
  }

  /// Reads decimal digits, at most `limit`, onto the right end of `digits`; gives how many there were.
  @inline(__always)
  private mutating func digitRun(
    of limit: Int, into digits: inout Int32, in window: inout ByteWindow
  ) -> Int {
    var place = index
    let stop = place &+ limit < end ? place &+ limit : end
    while place < stop {
      let digit = window[place] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      digits = digits &* 10 &+ Int32(truncatingIfNeeded: digit)
      place &+= 1
    }
    let count = place &- index
    index = place
    return count
  }

  /// Reads the digits beyond the ninth.
  private mutating func readRest(
    of decimal: inout Decimal, hasPoint: Bool, in window: inout ByteWindow
  ) {
    while !hasPoint, let digit = digit(in: &window) { decimal.append(digit, isFraction: false) }
    if !hasPoint, !take(UInt8(ascii: "."), in: &window) { return }
    while let digit = digit(in: &window) { decimal.append(digit, isFraction: true) }
  }

  /// Reads what stands for a number that is none.
  private mutating func takesMissing(in window: inout ByteWindow) -> Bool {
    take("nan", in: &window) || take("inf", in: &window) || take("ovf", in: &window)
  }

  /// Reads the power of ten behind a number, which begins with "e" or "E"; nil when it is none.
  private mutating func exponent(in window: inout ByteWindow) -> Int32? {
    index &+= 1
    let isSmall = take(UInt8(ascii: "-"), in: &window)
    if !isSmall { _ = take(UInt8(ascii: "+"), in: &window) }
    guard let exponent = integer(in: &window), exponent < 100 else { return nil }
    let power = Int32(truncatingIfNeeded: exponent)
    return isSmall ? 0 &- power : power
  }

  /// Reads exactly so many numbers with a comma between each two, up to the end of the line.
  mutating func numbers(_ count: Int, in window: inout ByteWindow) -> NumberRow? {
    var row = NumberRow()
    while row.count < count {
      if row.count > 0, !take(UInt8(ascii: ","), in: &window) { return nil }
      guard let number = number(in: &window) else { return nil }
      row.append(number)
    }
    return isAtEnd ? row : nil
  }

  /// Reads one decimal digit.
  mutating func digit(in window: inout ByteWindow) -> UInt32? {
    guard index < end else { return nil }
    let digit = window[index] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    index &+= 1
    return UInt32(truncatingIfNeeded: digit)
  }
}
