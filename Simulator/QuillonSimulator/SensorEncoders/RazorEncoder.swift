import Foundation
import QuillonRecordings

extension SensorEncoders {
  static let razorText: any SensorEncoder = RazorTextEncoder()
  static let razorAngles: any SensorEncoder = RazorBinaryEncoder(content: .angles)
  static let razorSensors: any SensorEncoder = RazorBinaryEncoder(content: .sensors)
}

/// Encodes lines of the Razor AHRS firmware: all values in one line (`#YPRAG`), or angles and
/// sensors in separate lines.
public struct RazorTextEncoder: SensorEncoder {
  /// True to send `#YPRAG` lines, as the ROS fork does after `#ox`.
  public var sendsAllInOne = true

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let values = RazorValues(row)
    let rate = MakerAxes.forwardRightDown.vector(row.angularRate ?? .zero)
    let lines =
      sendsAllInOne
      ? ["#YPRAG=" + text(values.angles) + "," + text(values.force) + "," + text(rate, 4)]
      : ["#YPR=" + text(values.angles), "#A-C=" + text(values.force), "#G-C=" + text(values.rate)]
    return Array(lines.map { $0 + "\r\n" }.joined().utf8)
  }

  private func text(_ v: SIMD3<Double>, _ decimals: Int = 2) -> String {
    (0..<3).map { String(format: "%.\(decimals)f", v[$0]) }.joined(separator: ",")
  }
}

/// Encodes binary floats of the Razor AHRS firmware, which have no frame.
public struct RazorBinaryEncoder: SensorEncoder {
  /// The content of the messages.
  public enum Content: Sendable {
    /// Yaw, pitch, roll.
    case angles
    /// Acceleration, field, rate.
    case sensors
  }

  private let content: Content

  /// An encoder of this content.
  public init(content: Content) { self.content = content }

  public var sendsAttitude: Bool { content == .angles }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let values = RazorValues(row)
    var message = MessageBytes()
    switch content {
    case .angles: message.append(floats: values.angles)
    case .sensors:
      message.append(floats: values.force)
      message.append(floats: SIMD3<Double>(120, -40, 310))
      message.append(floats: values.rate)
    }
    return message.bytes
  }
}

/// A row with the Razor AHRS firmware's conventions: x forward, y right, z down, gravity instead of
/// specific force.
private struct RazorValues {
  /// Yaw, pitch and roll, degrees.
  var angles: SIMD3<Double>
  /// Gravity in counts, 256 per g.
  var force: SIMD3<Double>
  /// The angular rate in counts of 0.06957 °/s.
  var rate: SIMD3<Double>

  init(_ row: TraceRow) {
    let axes = MakerAxes.forwardRightDown
    let turns = row.attitude.map { rollPitchYaw(axes.attitude($0)) / degree } ?? .zero
    angles = SIMD3(turns.z, turns.y, turns.x)
    force = axes.vector(row.specificForce ?? .zero) * (-256 / gravity)
    rate = axes.vector(row.angularRate ?? .zero) / (0.06957 * degree)
  }
}
