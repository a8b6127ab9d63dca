import Foundation
import QuillonRecordings

extension SensorEncoders {
  static let vectorNavText: any SensorEncoder = VectorNavTextEncoder()
  static let vectorNavBinary: any SensorEncoder = VectorNavBinaryEncoder()
}

/// Encodes `$VNQMR` or `$VNYMR` sentences.
public struct VectorNavTextEncoder: SensorEncoder {
  /// True for the quaternion, false for the angles.
  public var sendsQuaternion = true

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let values = VectorNavValues(row)
    let attitude: [String]
    if sendsQuaternion {
      let q = values.quaternion
      attitude = [q[1], q[2], q[3], q[0]].map { String(format: "%+.6f", $0) }
    } else {
      attitude = text(values.yawPitchRoll, "%+08.3f")
    }
    let fields =
      [sendsQuaternion ? "VNQMR" : "VNYMR"] + attitude + text(values.field, "%+08.4f")
      + text(values.force, "%+07.3f") + text(values.rate, "%+010.6f")
    let content = fields.joined(separator: ",")
    let checksum = String(format: "%02X", content.utf8.reduce(0, ^))
    return Array("$\(content)*\(checksum)\r\n".utf8)
  }

  private func text(_ v: SIMD3<Double>, _ format: String) -> [String] {
    (0..<3).map { String(format: format, v[$0]) }
  }
}

/// Encodes binary messages of the common group: time, quaternion, rate, acceleration, field.
public struct VectorNavBinaryEncoder: SensorEncoder {
  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let values = VectorNavValues(row)
    let q = values.quaternion
    // Bits 0, 4, 5, 8, 10.
    var message = MessageBytes([0xFA, 0x01, 0x31, 0x05])
    message.append(integer: ticks(row.time, step: 1e-9) as UInt64)
    message.append(floats: SIMD4(q[1], q[2], q[3], q[0]))
    message.append(floats: values.rate)
    message.append(floats: values.force)
    message.append(floats: values.field)
    message.append(float: 25)
    message.append(float: 101.3)
    let crc = crc16(
      message.bytes.dropFirst(), polynomial: 0x1021, start: 0, isReflected: false)
    return message.bytes + [UInt8(crc >> 8), UInt8(crc & 0xFF)]
  }
}

/// A row with VectorNav's conventions: x forward, y right, z down; degrees, gauss.
private struct VectorNavValues {
  var quaternion: SIMD4<Double>
  var yawPitchRoll: SIMD3<Double>
  var field: SIMD3<Double>
  var force: SIMD3<Double>
  var rate: SIMD3<Double>

  init(_ row: TraceRow) {
    let axes = MakerAxes.forwardRightDown
    quaternion = row.attitude.map { axes.attitude($0) } ?? SIMD4(1, 0, 0, 0)
    let turns = rollPitchYaw(quaternion) / degree
    yawPitchRoll = SIMD3(turns.z, turns.y, turns.x)
    field = axes.vector(row.magneticField ?? .zero) / 100
    force = axes.vector(row.specificForce ?? .zero)
    rate = axes.vector(row.angularRate ?? .zero)
  }
}
