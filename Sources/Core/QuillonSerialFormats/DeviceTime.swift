import QuillonNumerics

/// A number of nanoseconds, upper and lower word, in µs modulo 2³², rounded down.
///
/// Long division by 1000 in digits of 16 bits: a remainder below 1000 and a digit are below 2²⁶.
func microseconds(nanoseconds high: UInt32, _ low: UInt32) -> UInt32 {
  // Multiples of 2³² · 1000 ns are multiples of 2³² µs, so only the upper word modulo 1000 matters.
  let upper = (high &- thousandth(high) &* 1000) &<< 16 | low &>> 16
  assert(high &- thousandth(high) &* 1000 < 1000 && upper < 1 << 26)
  let upperDigit = thousandth(upper)
  let lower = (upper &- upperDigit &* 1000) &<< 16 | low & 0xFFFF
  assert(upper &- upperDigit &* 1000 < 1000 && lower < 1 << 26)
  return upperDigit &<< 16 | thousandth(lower)
}

/// ⌊x/1000⌋, exact for every x, without a division: 274,877,907/2³⁸ exceeds 1/1000 by 56/(1000 ·
/// 2³⁸), so the error is below 1/1000 for the greatest x.
private func thousandth(_ x: UInt32) -> UInt32 {
  x.multipliedFullWidth(by: 274_877_907).high &>> 6
}

/// Seconds as an IEEE 754 double, upper and lower word, in µs modulo 2³², rounded to nearest; nil
/// unless in 2⁻¹¹ … 2²⁰ (a week has 2¹⁹·²).
///
/// The mantissa has 53 bits, so the binary point is 32…63 bits from the right. The 32 bits left of
/// it are the whole seconds. The next 32 bits, times 10⁶, give the microseconds.
func microseconds(float64Seconds high: UInt32, _ low: UInt32) -> UInt32? {
  let pointPosition = 1075 &- Int(truncatingIfNeeded: high &>> 20)
  guard pointPosition >= 33, pointPosition <= 63 else { return nil }
  let digits = WideSum(
    high: Int32(truncatingIfNeeded: high & 0xF_FFFF | 0x10_0000), low: low)
  let seconds = UInt32(bitPattern: digits.truncated(dropping: pointPosition))
  let fraction = UInt32(bitPattern: digits.truncated(dropping: pointPosition &- 32))
  let product = fraction.multipliedFullWidth(by: 1_000_000)
  return seconds &* 1_000_000 &+ product.high &+ product.low &>> 31
}

/// Checks that a board's time goes forward, for formats without a checksum.
///
/// A time that jumps is treated as damage, unless the next one continues from it. Then the board was
/// restarted or switched, and time continues from there. A wrong time that is too near the right
/// one to be detected does no harm: the next right one continues from the one before.
struct TimeGate {
  /// How far a message may be before the last one, µs. Messages of different kinds can overtake
  /// each other.
  static var tolerance: Int32 { 100_000 }
  /// How far a message may be after the last one, µs.
  static var longestPause: Int32 { 10_000_000 }

  private var last: UInt32?
  private var lastButOne: UInt32?
  private var refused: UInt32?

  /// True if the last time was refused, and no accepted time has followed another yet: the unit of the times may be wrong.
  var isLost: Bool { refused != nil && lastButOne == nil }

  /// True if a message with this time is accepted.
  mutating func admits(_ time: UInt32) -> Bool {
    if Self.isNear(time, after: last) {
      lastButOne = last
    } else if last != nil, !Self.isNear(time, after: lastButOne) {
      guard Self.isNear(time, after: refused) else {
        refused = time
        return false
      }
      lastButOne = nil
    }
    last = time
    refused = nil
    return true
  }

  private static func isNear(_ time: UInt32, after other: UInt32?) -> Bool {
    guard let other else { return false }
    let step = Int32(bitPattern: time &- other)
    return step >= 0 &- tolerance && step <= longestPause
  }
}

extension LineReader {
  /// Reads a decimal number as a time in that unit, µs modulo 2³², exact for any number of digits,
  /// but rounded down. Nil if there is no number, or a negative one.
  mutating func microseconds(
    in unit: ColumnUnits.Time, of window: inout ByteWindow
  ) -> UInt32? {
    guard unit != .nanoseconds else { return nanoseconds(in: &window) }
    guard let whole = integer(in: &window) else { return nil }
    var step = unit.microseconds
    var time = whole &* step
    guard takePoint(in: &window) else { return time }
    while step >= 10, let digit = digit(in: &window) {
      step = thousandth(step &* 100)
      time &+= digit &* step
    }
    return time
  }

  /// Reads a time of day, `12:34:56.78`, alone or behind a date, µs modulo 2³², rounded down. Nil if there is none before the next
  /// comma, semicolon, tab or blank.
  mutating func timeOfDay(of window: inout ByteWindow) -> UInt32? {
    var place = index
    while place < end, window[place] != UInt8(ascii: ":") {
      guard window[place] > 0x20, window[place] != UInt8(ascii: ","),
        window[place] != UInt8(ascii: ";")
      else { return nil }
      place &+= 1
    }
    while place > index, window[place &- 1] &- UInt8(ascii: "0") < 10 { place &-= 1 }
    index = place
    guard let hours = integer(in: &window), take(UInt8(ascii: ":"), in: &window),
      let minutes = integer(in: &window)
    else { return nil }
    let whole = (hours &* 60 &+ minutes) &* 60_000_000
    guard take(UInt8(ascii: ":"), in: &window) else { return whole }
    return microseconds(in: .seconds, of: &window).map { whole &+ $0 }
  }

  /// Reads a number of nanoseconds as a time, µs modulo 2³², rounded down: all its digits but the last three.
  private mutating func nanoseconds(in window: inout ByteWindow) -> UInt32? {
    let start = index
    while digit(in: &window) != nil {}
    let stop = index
    guard stop > start else { return nil }
    var whole = LineReader(index: start, end: stop &- start > 3 ? stop &- 3 : start)
    return whole.integer(in: &window) ?? 0
  }
}
