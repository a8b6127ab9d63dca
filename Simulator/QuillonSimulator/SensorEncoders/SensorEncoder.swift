import QuillonConversions
import QuillonRecordings
import QuillonSerialFormats

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
    if name == "quillon" { return QuillonEncoder() }
    return SerialFormat(named: name).map(of)
  }

  /// A new encoder for a format of other makers.
  public static func of(_ format: SerialFormat) -> any SensorEncoder {
    switch format {
    // Generated from SerialFormat.swift by `make lists`: do not edit.
    case .columns: columns
    case .taggedLines: taggedLines
    case .witMotion: witMotion
    case .witMotionBLE: witMotionBLE
    case .teapot: teapot
    case .bno08x: bno08x
    case .xIMU3: xIMU3
    case .mavlink: mavlink
    case .razorText: razorText
    case .razorAngles: razorAngles
    case .razorSensors: razorSensors
    case .vectorNavText: vectorNavText
    case .vectorNavBinary: vectorNavBinary
    case .xbus: xbus
    case .mip: mip
    case .msp: msp
    case .witMotionModbus: witMotionModbus
    // End of the generated part.
    }
  }
}
