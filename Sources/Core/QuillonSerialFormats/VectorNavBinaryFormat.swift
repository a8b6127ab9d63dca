import QuillonNumerics

/// VectorNav's binary messages: FA, groups, fields of each group, values, CRC.
///
/// Little-endian, except for the CRC-16/XMODEM at the end, high byte first, over all bytes after
/// FA. Over its own bytes too it is 0. One bit for each value marks which values follow: the second
/// byte has the groups, and each group has 16 bits of fields. The lengths of all values are known
/// (VN-100 manual UM001; vnproglib), so values that are not read are skipped within the message.
///
/// These values are read: time since start, attitude (quaternion x y z w, or yaw, pitch, roll,
/// degrees), acceleration (m/s², specific force), rate, field (gauss), compensated in preference to
/// uncompensated, and the acceleration without gravity in body axes. Body x forward, y right, z
/// down; Earth north, east, down.
public struct VectorNavBinaryFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 6 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0xFA }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 2 else { return .incomplete(needs: 2) }
    let groups = window[1]
    guard groups != 0, groups & 0x80 == 0 else { return .rejected(.noise, length: 1) }
    let payload = 2 &+ 2 &* groups.nonzeroBitCount
    guard window.count >= payload else { return .incomplete(needs: payload) }
    guard let end = read(from: payload, in: &window, { _, _, _ in }) else {
      return .rejected(.unknown, length: 1)
    }
    let length = end &+ 2
    guard length < ByteWindow.capacity else { return .rejected(.length, length: 1) }
    guard window.count >= length else { return .incomplete(needs: length) }
    guard window.crcXMODEM(from: 1, to: length) == 0 else {
      return .rejected(.checksum, length: 1)
    }
    reading = SensorReading()
    _ = read(from: payload, in: &window) { field, start, window in
      Self.read(field, at: start, into: &reading, in: &window)
    }
    return .message(length: length)
  }

  /// Calls `visit` with the start of the value of each field. Returns the end of the last value;
  /// nil if the length of a field is unknown.
  private func read(
    from payload: Int, in window: inout ByteWindow,
    _ visit: (VectorNavField, Int, inout ByteWindow) -> Void
  ) -> Int? {
    var start = payload
    var fieldBytes = 2
    var groups = window[1]
    while groups != 0 {
      let group = groups.takeLowestBit()
      var fields = window.uint16(at: fieldBytes, .little)
      fieldBytes &+= 2
      while fields != 0 {
        let field = VectorNavField(group: group, bit: fields.takeLowestBit())
        guard field.length > 0 else { return nil }
        visit(field, start, &window)
        start &+= field.length
      }
    }
    return start
  }

  private static func read(
    _ field: VectorNavField, at start: Int, into reading: inout SensorReading,
    in window: inout ByteWindow
  ) {
    switch (field.group, field.bit) {
    case (0, 0), (1, 0):
      reading.time = microseconds(
        nanoseconds: window.uint32(at: start &+ 4, .little), window.uint32(at: start, .little))
    case (0, 3), (4, 1):
      if reading.attitude == nil { reading.attitude = angles(at: start, in: &window) }
    case (0, 4), (4, 2):
      reading.attitude = quaternion(at: start, in: &window) ?? reading.attitude
    case (0, 5), (2, 10): reading.angularRate = vector(at: start, .one, in: &window)
    case (0, 8), (2, 9): reading.specificForce = vector(at: start, .one, in: &window)
    case (0, 9):
      if reading.specificForce == nil {
        reading.specificForce = vector(at: start, .one, in: &window)
      }
      if reading.angularRate == nil {
        reading.angularRate = vector(at: start &+ 12, .one, in: &window)
      }
    case (2, 2):
      if reading.specificForce == nil {
        reading.specificForce = vector(at: start, .one, in: &window)
      }
    case (2, 3):
      if reading.angularRate == nil { reading.angularRate = vector(at: start, .one, in: &window) }
    case (0, 10), (2, 8): reading.magneticField = vector(at: start, .gauss, in: &window)
    case (2, 1):
      if reading.magneticField == nil {
        reading.magneticField = vector(at: start, .gauss, in: &window)
      }
    case (4, 6): reading.linearAcceleration = vector(at: start, .one, in: &window)
    default: break
    }
  }

  private static var axes: BoardAxes { .forwardRightDown }

  private static func vector<let f: Int>(
    at start: Int, _ scale: Scale, in window: inout ByteWindow
  ) -> Vector3<f>? {
    axes.vector(window.vector(at: start, .float32, .little, scale))
  }

  private static func angles(at start: Int, in window: inout ByteWindow) -> UnitQuaternion? {
    let angles = UnitQuaternion(
      yaw: window.number(at: start, .float32, .little),
      pitch: window.number(at: start &+ 4, .float32, .little),
      roll: window.number(at: start &+ 8, .float32, .little), .degree)
    return axes.attitude(angles, onEarth: axes)
  }

  private static func quaternion(at start: Int, in window: inout ByteWindow) -> UnitQuaternion? {
    let quaternion = UnitQuaternion(
      window.number(at: start &+ 12, .float32, .little),
      window.number(at: start, .float32, .little),
      window.number(at: start &+ 4, .float32, .little),
      window.number(at: start &+ 8, .float32, .little), .one)
    return axes.attitude(quaternion, onEarth: axes)
  }
}

extension FixedWidthInteger {
  /// Clears the lowest set bit and returns its index. At least one bit must be set.
  @inline(__always)
  fileprivate mutating func takeLowestBit() -> UInt8 {
    let bit = UInt8(truncatingIfNeeded: trailingZeroBitCount)
    self &= self &- 1
    return bit
  }
}
