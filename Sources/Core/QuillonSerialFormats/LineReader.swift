import QuillonNumerics

/// Reads the words and numbers of a line in order.
struct LineReader {
  /// The index of the next byte.
  var index: Int
  /// The index of the end of the line.
  let end: Int
  /// The decimal point, or the comma that is used instead.
  private let point: UInt8

  /// A reader of the bytes from `index` up to `end`.
  @inline(__always)
  init(index: Int, end: Int, hasDecimalComma: Bool = false) {
    self.index = index
    self.end = end
    point = hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }

  /// True if all bytes have been read.
  var isAtEnd: Bool { index >= end }

  /// True if the window begins with these characters, which must be ASCII.
  @inline(__always)
  static func begins(with text: StaticString, in window: inout ByteWindow) -> Bool {
    var reader = Self(index: 0, end: window.count)
    return reader.take(text, in: &window)
  }

  /// The next byte; 0 at the end.
  @inline(__always)
  func peek(in window: inout ByteWindow) -> UInt8 { isAtEnd ? 0 : window[index] }

  /// Reads the byte if it comes next.
  @inline(__always)
  mutating func take(_ byte: UInt8, in window: inout ByteWindow) -> Bool {
    guard !isAtEnd, window[index] == byte else { return false }
    index &+= 1
    return true
  }

  /// Reads these characters, which must be ASCII, if all of them come next.
  ///
  /// Always inlined, so that the compiler sees that a literal has a pointer, and emits no trap.
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
    while index < end, window[index] == 0x09 || window[index] == 0x20 { index &+= 1 }
  }

  /// Reads decimal digits as an integer modulo 2³²; nil if there are none.
  mutating func integer(in window: inout ByteWindow) -> UInt32? {
    var value: UInt32 = 0
    let start = index
    while let digit = digit(in: &window) { value = value &* 10 &+ digit }
    return index > start ? value : nil
  }

  /// Reads a decimal number: sign, digits with or without a decimal point, optional exponent.
  /// "nan", "inf" and "ovf", as Arduino prints them, are missing numbers. Nil if anything else
  /// comes.
  ///
  /// Nine significant digits are used, within 2⁻²⁸ of the value.
  ///
  /// Text formats spend most of their time here. The position in the window's ring is kept in a
  /// register. Nine digits can't overflow. One loop reads them on both sides of the decimal point.
  /// A digit takes ten instructions on a Cortex-M4.
  mutating func number(in window: inout ByteWindow) -> WireNumber? {
    let origin = window.place(of: 0)
    let last = origin &+ end
    var place = origin &+ index
    let sign = place < last ? window.byte(atPlace: place) : 0
    let isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { place &+= 1 }
    let start = place
    var stop = last &- start < 9 ? last : start &+ 9
    var digits: Int32 = 0
    var fraction = last &+ 1
    var next: Int32 = 0
    let point = Int32(truncatingIfNeeded: point) &- 0x30
    while place < stop {
      let digit = Int32(truncatingIfNeeded: window.byte(atPlace: place)) &- 0x30
      place &+= 1
      guard UInt32(bitPattern: digit) >= 10 else {
        assert(digits < 100_000_000)
        digits = digits &* 10 &+ digit
        continue
      }
      guard digit == point, fraction > last else {
        place &-= 1
        next = digit &+ 0x30
        break
      }
      // The decimal point is not one of the nine digits.
      fraction = place
      if stop < last { stop &+= 1 }
    }
    index = place &- origin
    let hasPoint = fraction <= last
    let count = place &- start &- (hasPoint ? 1 : 0)
    guard count > 0 else { return takesMissing(in: &window) ? .missing : nil }
    var decimal = Decimal(
      digits, exponent: hasPoint ? Int32(truncatingIfNeeded: fraction &- place) : 0)
    if count >= 9 {
      decimal = readRest(of: decimal, hasPoint: hasPoint, in: &window)
      next = Int32(truncatingIfNeeded: peek(in: &window))
    }
    if next | 0x20 == 0x65 {
      guard let power = exponent(in: &window) else { return nil }
      decimal.exponent &+= power
    }
    return decimal.number(isNegative: isNegative)
  }

  /// Reads a number whose fraction has a sign: `0.-04331` is −0.004331. Zephyr's samples print a `sensor_value` as `%d.%06d`, two parts of
  /// the same sign, and the sign is one of the six characters. Nil if anything else comes.
  @inline(never)
  mutating func negativeMillionths(in window: inout ByteWindow) -> WireNumber? {
    _ = take(UInt8(ascii: "-"), in: &window)
    guard let whole = integer(in: &window), whole < 1000, take(".-", in: &window),
      let millionths = integer(in: &window), millionths < 1_000_000
    else { return nil }
    return Decimal(Int32(truncatingIfNeeded: whole &* 1_000_000 &+ millionths), exponent: -6)
      .number(isNegative: true)
  }

  /// The number including the digits after the ninth.
  @inline(never)
  private mutating func readRest(
    of decimal: Decimal, hasPoint: Bool, in window: inout ByteWindow
  ) -> Decimal {
    var decimal = decimal
    while !hasPoint, let digit = digit(in: &window) { decimal.append(digit, isFraction: false) }
    if !hasPoint, !takePoint(in: &window) { return decimal }
    while let digit = digit(in: &window) { decimal.append(digit, isFraction: true) }
    return decimal
  }

  /// Reads the decimal point, if it comes next.
  mutating func takePoint(in window: inout ByteWindow) -> Bool { take(point, in: &window) }

  /// Reads the text of a missing number.
  private mutating func takesMissing(in window: inout ByteWindow) -> Bool {
    take("nan", in: &window) || take("NaN", in: &window) || take("inf", in: &window)
      || take("ovf", in: &window)
  }

  /// Reads the power of ten after a number, which begins with "e" or "E"; nil if it is invalid.
  private mutating func exponent(in window: inout ByteWindow) -> Int32? {
    index &+= 1
    let isSmall = take(UInt8(ascii: "-"), in: &window)
    if !isSmall { _ = take(UInt8(ascii: "+"), in: &window) }
    guard let exponent = integer(in: &window), exponent < 100 else { return nil }
    let power = Int32(truncatingIfNeeded: exponent)
    return isSmall ? 0 &- power : power
  }

  /// Reads exactly `count` numbers, separated by commas, up to the end of the line; false if
  /// anything else comes.
  mutating func numbers(
    _ count: Int, into row: inout NumberRow, in window: inout ByteWindow
  ) -> Bool {
    row.removeAll()
    while row.count < count {
      if row.count > 0, !take(UInt8(ascii: ","), in: &window) { return false }
      guard let number = number(in: &window) else { return false }
      row.append(number)
    }
    return isAtEnd
  }

  /// Reads one decimal digit; nil if there is none.
  mutating func digit(in window: inout ByteWindow) -> UInt32? {
    guard index < end else { return nil }
    let digit = window[index] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    index &+= 1
    return UInt32(truncatingIfNeeded: digit)
  }
}
