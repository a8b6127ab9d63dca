import QuillonRecordings

/// Encodes rows of a trace as the bytes that a board would send.
///
/// Each encoder is written independently from the maker's document, in Double and with bitwise
/// checksums, so that a comparison with the decoder can find errors in either.
public protocol SensorEncoder: Sendable {
  /// True when the format can carry the pen.
  var sendsPen: Bool { get }
  /// True when the format can carry the attitude.
  var sendsAttitude: Bool { get }

  /// All messages for one row, in the order in which the board sends them. They leave out what the
  /// row does not have or the format cannot carry. Values beyond the format's range are clamped.
  mutating func encode(_ row: TraceRow) -> [UInt8]
}

extension SensorEncoder {
  public var sendsPen: Bool { false }
  public var sendsAttitude: Bool { true }
}

/// The encoders, by the names of their formats as listed by `quillon protocols`.
public enum SensorEncoders {
  /// A new encoder for the format with this name; nil if there is none.
  public static func named(_ name: String) -> (any SensorEncoder)? {
    switch name {
    case "quillon": QuillonEncoder()
    case "csv": ColumnEncoder()
    case "tagged": TaggedLineEncoder()
    case "witmotion-11": WitMotionEncoder()
    case "witmotion-ble": WitMotionBLEEncoder()
    case "teapot": TeapotEncoder()
    case "bno08x-rvc": BNO08xEncoder()
    case "x-imu3": XIMU3Encoder()
    case "mavlink": MAVLinkEncoder()
    case "razor-text": RazorTextEncoder()
    case "razor-binary-ypr": RazorBinaryEncoder(content: .angles)
    case "razor-binary-sensors": RazorBinaryEncoder(content: .sensors)
    case "vectornav-ascii": VectorNavTextEncoder()
    case "vectornav-binary": VectorNavBinaryEncoder()
    case "xsens-xbus": XbusEncoder()
    case "mip": MIPEncoder()
    case "msp": MSPEncoder()
    case "witmotion-modbus": WitMotionModbusEncoder()
    default: nil
    }
  }
}
