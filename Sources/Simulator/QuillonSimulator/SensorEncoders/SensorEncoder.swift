import QuillonRecordings

/// Speaks like a board: turns moments into the bytes that it would send.
///
/// Each encoder is written from the maker's document on its own, in Double and with bitwise checksums, so that
/// it can disagree with the decoder.
public protocol SensorEncoder: Sendable {
  /// True when the format has a place for the pen.
  var sendsPen: Bool { get }
  /// True when the format has a place for the attitude.
  var sendsAttitude: Bool { get }

  /// All messages of one moment, in the order in which the board sends them. What the moment does not have,
  /// or the format cannot carry, is not in them; what is beyond the format's range is clamped.
  mutating func encode(_ row: TraceRow) -> [UInt8]
}

extension SensorEncoder {
  public var sendsPen: Bool { false }
  public var sendsAttitude: Bool { true }
}

/// The encoders by the names of their formats, as `quillon protocols` lists them.
public enum SensorEncoders {
  /// A new encoder of that format, nil if there is none of that name.
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
    default: nil
    }
  }
}
