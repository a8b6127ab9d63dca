import QuillonNumerics

/// The MAVLink messages that this module can check and read.
enum MAVLinkMessage {
  case heartbeat
  case highResolution
  case raw
  case scaled
  case scaled2
  case scaled3
  case attitude
  case attitudeQuaternion

  /// The message with that number; nil if it is not in the list.
  init?(number: UInt32) {
    switch number {
    case 0: self = .heartbeat
    case 26: self = .scaled
    case 27: self = .raw
    case 30: self = .attitude
    case 31: self = .attitudeQuaternion
    case 105: self = .highResolution
    case 116: self = .scaled2
    case 129: self = .scaled3
    default: return nil
    }
  }

  /// True for sensors' values as 16-bit integers.
  var isOfIntegers: Bool { self == .raw || self == .scaled || self == .scaled2 || self == .scaled3 }

  /// The extra byte that its checksum covers ("CRC_EXTRA").
  var checksumSeed: UInt8 {
    switch self {
    case .heartbeat: 50
    case .highResolution: 93
    case .raw: 144
    case .scaled: 170
    case .scaled2: 76
    case .scaled3: 46
    case .attitude: 39
    case .attitudeQuaternion: 246
    }
  }

  /// The length of its payload in version 1.
  var length: Int {
    switch self {
    case .heartbeat: 9
    case .highResolution: 62
    case .raw: 26
    case .scaled, .scaled2, .scaled3: 22
    case .attitude: 28
    case .attitudeQuaternion: 32
    }
  }

  /// The greatest length of its payload in version 2, including extensions.
  var extendedLength: Int {
    switch self {
    case .heartbeat, .attitude: length
    case .highResolution: 63
    case .raw: 29
    case .scaled, .scaled2, .scaled3: 24
    case .attitudeQuaternion: 48
    }
  }

  /// Sets `reading` from the payload at `start`.
  func read(at start: Int, into reading: inout SensorReading, in window: inout ByteWindow) {
    reading = SensorReading()
    switch self {
    case .heartbeat: break
    case .highResolution:
      reading.time = window.uint32(at: start, .little)
      readHighResolution(at: start, into: &reading, in: &window)
    case .raw:
      reading.time = window.uint32(at: start, .little)
      readIntegers(at: start &+ 8, into: &reading, in: &window)
    case .scaled, .scaled2, .scaled3:
      reading.time = milliseconds(at: start, in: &window)
      readIntegers(at: start &+ 4, into: &reading, in: &window)
    case .attitude:
      reading.time = milliseconds(at: start, in: &window)
      let angles = UnitQuaternion(
        yaw: window.number(at: start &+ 12, .float32, .little),
        pitch: window.number(at: start &+ 8, .float32, .little),
        roll: window.number(at: start &+ 4, .float32, .little), .one)
      reading.attitude = Self.axes.attitude(angles, onEarth: Self.axes)
      reading.angularRate = rates(at: start &+ 16, in: &window)
    case .attitudeQuaternion:
      reading.time = milliseconds(at: start, in: &window)
      let quaternion = window.quaternion(at: start &+ 4, .float32, .little)
      reading.attitude = Self.axes.attitude(quaternion, onEarth: Self.axes)
      reading.angularRate = rates(at: start &+ 20, in: &window)
    }
  }

  private static var axes: BoardAxes { .forwardRightDown }

  /// HIGHRES_IMU: each value counts only if its bit marks it as new.
  private func readHighResolution(
    at start: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) {
    let updated = window.uint16(at: start &+ 60, .little)
    if updated & 0b111 == 0b111 {
      reading.specificForce = Self.axes.vector(
        window.vector(at: start &+ 8, .float32, .little, .one))
    }
    if updated & 0b111_000 == 0b111_000 {
      reading.angularRate = rates(at: start &+ 20, in: &window)
    }
    if updated & 0b111_000_000 == 0b111_000_000 {
      reading.magneticField = Self.axes.vector(
        window.vector(at: start &+ 32, .float32, .little, .gauss))
    }
  }

  /// Acceleration, rate and field as 16-bit thousandths. A field of exactly 0 means a board without
  /// a magnetometer.
  private func readIntegers(
    at start: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) {
    reading.specificForce = Self.axes.vector(
      window.vector(at: start, .int16, .little, .milligravity))
    reading.angularRate = Self.axes.vector(
      window.vector(at: start &+ 6, .int16, .little, .thousandth))
    let field: Vector3<19>? = window.vector(at: start &+ 12, .int16, .little, .milligauss)
    reading.magneticField = field == .zero ? nil : Self.axes.vector(field)
  }

  private func rates(at start: Int, in window: inout ByteWindow) -> Vector3<25>? {
    Self.axes.vector(window.vector(at: start, .float32, .little, .one))
  }

  private func milliseconds(at start: Int, in window: inout ByteWindow) -> UInt32 {
    window.uint32(at: start, .little) &* 1000
  }
}
