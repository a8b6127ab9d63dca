/// The formats of other makers' messages on a serial line: the one list of them.
///
/// A new format is a case, its name, and a line in `visit`. `make lists` reads them, and writes what the tool, the firmware, the libraries
/// and the page have for each format. The compiler then requires the format's description and its encoder.
@frozen
public enum SerialFormat: UInt8, CaseIterable, Sendable {
  /// Lines of numbers, a column for each value.
  case columns
  /// i2cdevlib's lines with a word before the numbers.
  case taggedLines
  /// WitMotion's messages of 11 bytes.
  case witMotion
  /// WitMotion's messages of 20 bytes, of boards with Bluetooth.
  case witMotionBLE
  /// i2cdevlib's teapot packets.
  case teapot
  /// CEVA's BNO08x in its mode RVC.
  case bno08x
  /// x-io's x-IMU3.
  case xIMU3
  /// MAVLink 1 and 2.
  case mavlink
  /// Lines of Razor AHRS.
  case razorText
  /// Angles of Razor AHRS, binary.
  case razorAngles
  /// Sensor values of Razor AHRS, binary.
  case razorSensors
  /// VectorNav's lines.
  case vectorNavText
  /// VectorNav's binary messages.
  case vectorNavBinary
  /// Xsens's MTData2.
  case xbus
  /// MicroStrain's MIP.
  case mip
  /// Answers of flight controllers, MSP 1 and 2.
  case msp
  /// Answers of WitMotion's boards on RS-485.
  case witMotionModbus

  /// The name on the command line. With underscores it is the trait of the firmware and ends the name of the C function.
  public var name: StaticString {
    switch self {
    case .columns: "csv"
    case .taggedLines: "tagged"
    case .witMotion: "witmotion-11"
    case .witMotionBLE: "witmotion-ble"
    case .teapot: "teapot"
    case .bno08x: "bno08x-rvc"
    case .xIMU3: "x-imu3"
    case .mavlink: "mavlink"
    case .razorText: "razor-text"
    case .razorAngles: "razor-binary-ypr"
    case .razorSensors: "razor-binary-sensors"
    case .vectorNavText: "vectornav-ascii"
    case .vectorNavBinary: "vectornav-binary"
    case .xbus: "xsens-xbus"
    case .mip: "mip"
    case .msp: "msp"
    case .witMotionModbus: "witmotion-modbus"
    }
  }

  /// True if a host must ask for each message.
  public var isAskedFor: Bool {
    switch self {
    case .msp, .witMotionModbus: true
    default: false
    }
  }

  /// True if a device can read letters from the messages alone: they come without a request, and have an acceleration.
  public var isForDevices: Bool {
    switch self {
    case .teapot, .razorAngles: false
    default: !isAskedFor
    }
  }

  /// Passes the format, at the beginning of a stream, to the visitor.
  @inlinable
  public func visit(_ visitor: inout some SerialFormatVisitor) {
    switch self {
    case .columns: visitor.visit(LineFormat(ColumnFormat()))
    case .taggedLines: visitor.visit(LineFormat(TaggedLineFormat()))
    case .witMotion: visitor.visit(WitMotionFormat())
    case .witMotionBLE: visitor.visit(WitMotionBLEFormat())
    case .teapot: visitor.visit(TeapotFormat())
    case .bno08x: visitor.visit(BNO08xFormat())
    case .xIMU3: visitor.visit(LineFormat(XIMU3Format()))
    case .mavlink: visitor.visit(MAVLinkFormat())
    case .razorText: visitor.visit(LineFormat(RazorTextFormat()))
    case .razorAngles: visitor.visit(RazorBinaryFormat(.angles))
    case .razorSensors: visitor.visit(RazorBinaryFormat(.sensors))
    case .vectorNavText: visitor.visit(LineFormat(VectorNavTextFormat()))
    case .vectorNavBinary: visitor.visit(VectorNavBinaryFormat())
    case .xbus: visitor.visit(XbusFormat())
    case .mip: visitor.visit(MIPFormat())
    case .msp: visitor.visit(MSPFormat())
    case .witMotionModbus: visitor.visit(WitMotionModbusFormat())
    }
  }
}

/// Work that is the same for every format: code that is compiled for each of them.
public protocol SerialFormatVisitor {
  /// Does the work with a format at the beginning of a stream.
  mutating func visit<Format: FrameFormat>(_ format: Format)
}
