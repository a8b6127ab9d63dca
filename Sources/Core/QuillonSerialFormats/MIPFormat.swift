import QuillonNumerics

/// MicroStrain (LORD, HBK) MIP: 75 65, descriptor set, length, fields, Fletcher checksum.
///
/// Big-endian. A field is its length (including the length byte), a descriptor, data. The checksum
/// covers header and fields (LORD-MicroStrain/mip_sdk). These sensor data (set 80) are read: 04
/// acceleration, g, specific force; 05 angular rate, rad/s; 06 magnetic field, gauss; 0A
/// quaternion; 0C roll, pitch, yaw, rad; D5 reference time, ns; 12 GPS time, s. A packet holds the
/// fields that were due: acceleration and field may come in separate packets. Body x forward, y
/// right, z down; Earth north, east, down.
public struct MIPFormat: FrameFormat {
  /// Creates the format.
  public init() {}

  @inlinable @inline(__always)
  public var minimumLength: Int { 6 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte == 0x75 }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    guard window.count >= 4 else { return .incomplete(needs: 4) }
    guard window[1] == 0x65 else { return .rejected(.noise, length: 1) }
    let end = 4 &+ Int(truncatingIfNeeded: window[3])
    guard window.count >= end &+ 2 else { return .incomplete(needs: end &+ 2) }
    guard window.fletcher(from: 0, to: end) == window.uint16(at: end, .big) else {
      return .rejected(.checksum, length: 1)
    }
    reading = SensorReading()
    var field = 4
    while field < end {
      let length = Int(truncatingIfNeeded: window[field])
      guard length >= 2, field &+ length <= end else { return .rejected(.structure, length: 1) }
      if window[2] == 0x80 { read(at: field, length: length, into: &reading, in: &window) }
      field &+= length
    }
    return .message(length: end &+ 2)
  }

  private func read(
    at field: Int, length: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) {
    let data = field &+ 2
    let axes = BoardAxes.forwardRightDown
    switch (window[field &+ 1], length) {
    case (0x04, 14):
      reading.specificForce = axes.vector(window.vector(at: data, .float32, .big, .gravity))
    case (0x05, 14):
      reading.angularRate = axes.vector(window.vector(at: data, .float32, .big, .one))
    case (0x06, 14):
      reading.magneticField = axes.vector(window.vector(at: data, .float32, .big, .gauss))
    case (0x0A, 18):
      reading.attitude = axes.attitude(window.quaternion(at: data, .float32, .big), onEarth: axes)
    case (0x0C, 14) where reading.attitude == nil:
      let angles = UnitQuaternion(
        yaw: window.number(at: data &+ 8, .float32, .big),
        pitch: window.number(at: data &+ 4, .float32, .big),
        roll: window.number(at: data, .float32, .big), .one)
      reading.attitude = axes.attitude(angles, onEarth: axes)
    case (0xD5, 10):
      reading.time = microseconds(
        nanoseconds: window.uint32(at: data, .big), window.uint32(at: data &+ 4, .big))
    case (0x12, 14) where reading.time == nil:
      reading.time = microseconds(
        float64Seconds: window.uint32(at: data, .big), window.uint32(at: data &+ 4, .big))
    default: break
    }
  }
}
