import QuillonNumerics

/// The x-io x-IMU3, text and binary, on every one of its interfaces.
///
/// Every message ends with 0A, which occurs nowhere else (x-IMU3 User Manual, Communication
/// protocol). Text: a letter, the time in µs, numbers, separated by commas. Binary: the letter +
/// 80, the time in 8 bytes, singles, all little-endian, with 0A written as DB DC and DB as DB DD.
/// `{` begins an answer to a command, `^` a message of another board connected behind this one.
/// Both are empty readings.
///
/// - I angular rate, °/s, and acceleration, g, specific force; H acceleration of the second, coarse
///   sensor, not read
/// - M magnetic field, in units of the field at calibration, assumed to be 50 µT
/// - Q quaternion w x y z; A roll, pitch, yaw, degrees
/// - L acceleration without gravity, g, body axes; with or, since 2025, without a quaternion before
///   it
/// - E the same in the Earth's axes, R a rotation matrix, and T B W U and others: not read
///
/// Body x forward, y left, z up; Earth north, west, up, as configured by the maker. Messages of
/// different letters come at their own rates: pair them by time.
///
/// There is no checksum: structure, length and a time that goes forward must be right. A binary
/// message with damaged numbers is accepted.
public struct XIMU3Format: LineContent {
  private var gate = TimeGate()
  private var row = NumberRow()

  /// Creates the format.
  public init() {}

  @inlinable public var hasMark: Bool { true }
  @inlinable public var endsAtReturn: Bool { false }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool {
    let letter = byte & 0x7F
    return letter >= UInt8(ascii: "A") && letter <= UInt8(ascii: "Z")
      || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "^")
  }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
    let first = window[0]
    reading = SensorReading()
    if first == UInt8(ascii: "{") {
      let last = window[length &- 1] == 0x0D ? window[length &- 2] : window[length &- 1]
      return last == UInt8(ascii: "}") && length > 2 ? nil : .structure
    }
    if first == UInt8(ascii: "^") { return nil }
    guard let kind = XIMU3Message(letter: first & 0x7F) else { return .structure }
    row.removeAll()
    let time: UInt32?
    let isBinary = first >= 0x80
    if isBinary {
      time = readBinary(kind, length: length, in: &window)
    } else {
      time = readText(kind, length: length, in: &window)
    }
    guard let time else { return .structure }
    guard kind.allows(numberCount: row.count) else { return .length }
    kind.read(&row, into: &reading)
    reading.time = time
    return reading.isPlausible && gate.admits(time) ? nil : .implausible
  }

  /// Reads the time and the numbers of a text message; nil if it is invalid.
  private mutating func readText(
    _ kind: XIMU3Message, length: Int, in window: inout ByteWindow
  ) -> UInt32? {
    let end = window[length &- 1] == 0x0D ? length &- 1 : length
    var line = LineReader(index: 1, end: end)
    guard line.take(UInt8(ascii: ","), in: &window), let time = line.integer(in: &window) else {
      return nil
    }
    guard !kind.isText else { return time }
    while !line.isAtEnd {
      guard line.take(UInt8(ascii: ","), in: &window), let number = line.number(in: &window),
        row.append(number)
      else { return nil }
    }
    return time
  }

  /// Reads the time and the numbers of a binary message; nil if it is invalid.
  private mutating func readBinary(
    _ kind: XIMU3Message, length: Int, in window: inout ByteWindow
  ) -> UInt32? {
    var bytes = StuffedBytes(index: 1, end: length)
    // The upper 16 bits count periods of nine years. No board has run that long.
    guard let time = bytes.uint32(in: &window), let upper = bytes.uint32(in: &window),
      upper &>> 16 == 0
    else { return nil }
    guard !kind.isText else { return time }
    while !bytes.isAtEnd {
      guard let word = bytes.uint32(in: &window), row.append(WireNumber(float32: word)) else {
        return nil
      }
    }
    return time
  }
}

/// Reads a binary message of the x-IMU3 and undoes its byte stuffing.
private struct StuffedBytes {
  var index: Int
  let end: Int

  var isAtEnd: Bool { index >= end }

  /// The next four bytes as a little-endian word; nil at the end or at a wrong escape.
  @inline(__always)
  mutating func uint32(in window: inout ByteWindow) -> UInt32? {
    guard index &+ 4 <= end else { return nil }
    // Four bytes without an escape are already a word. The exclusive or turns DB into 00.
    // Subtracting 1 from each byte borrows only at a zero byte.
    let word = window.uint32(at: index, .little)
    let marked = word ^ 0xDBDB_DBDB
    guard (marked &- 0x0101_0101) & ~marked & 0x8080_8080 == 0 else {
      return escapedWord(in: &window)
    }
    index &+= 4
    return word
  }

  @inline(never)
  private mutating func escapedWord(in window: inout ByteWindow) -> UInt32? {
    var word: UInt32 = 0
    var shift: UInt32 = 0
    while shift < 32 {
      guard let byte = byte(in: &window) else { return nil }
      word |= UInt32(truncatingIfNeeded: byte) &<< shift
      shift &+= 8
    }
    return word
  }

  private mutating func byte(in window: inout ByteWindow) -> UInt8? {
    guard index < end else { return nil }
    let byte = window[index]
    index &+= 1
    guard byte == 0xDB else { return byte }
    guard index < end else { return nil }
    let escaped = window[index]
    index &+= 1
    return escaped == 0xDC ? 0x0A : escaped == 0xDD ? 0xDB : nil
  }
}
