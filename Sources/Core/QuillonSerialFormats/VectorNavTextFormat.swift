import QuillonNumerics

/// VectorNav's text messages: `$VN`, three letters, fields, `*`, checksum.
///
/// The checksum is the exclusive or of the bytes between `$` and `*` in two hexadecimal digits, or,
/// if so configured, their CRC-16/XMODEM in four (VN-100 manual UM001). These streams are read,
/// with attitude, field, acceleration and rate in this order: YPR QTN MAG ACC GYR MAR IMU YMR QMR YIA
/// and similar. Other messages (answers, errors) are empty readings, and so is a message with fewer
/// numbers. One more field, a time or a count since the last synchronization, may be appended. It
/// is not read, because it is not a clock.
///
/// Degrees, or x y z w; gauss; m/s², specific force; rad/s. Body x forward, y right, z down; Earth
/// north, east, down.
public struct VectorNavTextFormat: LineContent {
  private var row = NumberRow()

  /// Creates the format.
  public init() {}

  /// 50 samples a second.
  @inlinable public static var period: UInt32 { 20_000 }
  @inlinable public var hasMark: Bool { true }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "$") }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
    var star = length &- 1
    while star > 0, window[star] != UInt8(ascii: "*") { star &-= 1 }
    var line = LineReader(index: 0, end: star)
    guard star > 0, line.take("$VN", in: &window), star >= 6 else {
      return .structure
    }
    guard isChecked(star, length: length, in: &window) else { return .checksum }
    let fields = VectorNavFields(window[3], window[4], window[5])
    line.index = 6
    reading = SensorReading()
    if !fields.isEmpty { read(fields, from: &line, into: &reading, in: &window) }
    return nil
  }

  private func isChecked(_ star: Int, length: Int, in window: inout ByteWindow) -> Bool {
    switch length &- star {
    case 3:
      let sum = UInt16(truncatingIfNeeded: window.exclusiveOr(from: 1, to: star))
      return hexadecimal(from: star &+ 1, to: length, in: &window) == sum
    case 5:
      return hexadecimal(from: star &+ 1, to: length, in: &window)
        == window.crcXMODEM(from: 1, to: star)
    default: return false
    }
  }

  private func hexadecimal(from start: Int, to end: Int, in window: inout ByteWindow) -> UInt16? {
    var value: UInt16 = 0
    var index = start
    while index < end {
      let digit: UInt8
      switch window[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = window[index] &- UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = window[index] &- UInt8(ascii: "A") &+ 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = window[index] &- UInt8(ascii: "a") &+ 10
      default: return nil
      }
      value = value &<< 4 | UInt16(truncatingIfNeeded: digit)
      index &+= 1
    }
    return value
  }

  private mutating func read(
    _ fields: VectorNavFields, from line: inout LineReader, into reading: inout SensorReading,
    in window: inout ByteWindow
  ) {
    row.removeAll()
    while line.take(UInt8(ascii: ","), in: &window), row.count < fields.numberCount {
      guard let number = line.number(in: &window) else { return }
      row.append(number)
    }
    guard row.count == fields.numberCount else { return }
    let axes = BoardAxes.forwardRightDown
    var next = 0
    if fields.contains(.angles) {
      let angles = UnitQuaternion(yaw: row[0], pitch: row[1], roll: row[2], .degree)
      reading.attitude = axes.attitude(angles, onEarth: axes)
      next = 3
    } else if fields.contains(.quaternion) {
      let quaternion = UnitQuaternion(row[3], row[0], row[1], row[2], .one)
      reading.attitude = axes.attitude(quaternion, onEarth: axes)
      next = 4
    }
    if fields.contains(.field) {
      reading.magneticField = axes.vector(
        Vector3(row[next], row[next &+ 1], row[next &+ 2], .gauss))
      next &+= 3
    }
    if fields.contains(.force) {
      reading.specificForce = axes.vector(Vector3(row[next], row[next &+ 1], row[next &+ 2], .one))
      next &+= 3
    }
    if fields.contains(.linear) {
      reading.linearAcceleration = axes.vector(
        Vector3(row[next], row[next &+ 1], row[next &+ 2], .one))
      next &+= 3
    }
    if fields.contains(.earthLinear) {
      let linear: Vector3<23>? = axes.vector(
        Vector3(row[next], row[next &+ 1], row[next &+ 2], .one))
      if let linear, let attitude = reading.attitude {
        reading.linearAcceleration = attitude.conjugate.rotateOutOfLine(linear)
      }
      next &+= 3
    }
    if fields.contains(.rate) {
      reading.angularRate = axes.vector(Vector3(row[next], row[next &+ 1], row[next &+ 2], .one))
    }
  }
}
