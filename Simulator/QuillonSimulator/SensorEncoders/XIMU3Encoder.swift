import Foundation
import QuillonRecordings

extension SensorEncoders {
  static let xIMU3: any SensorEncoder = XIMU3Encoder()
}

/// Encodes x-IMU3 messages: inertial ones, and messages with field, quaternion and linear
/// acceleration where a row has them.
public struct XIMU3Encoder: SensorEncoder {
  /// True for text messages.
  public var isText = false

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let axes = MakerAxes.forwardLeftUp
    var bytes: [UInt8] = []
    if let force = row.specificForce {
      let rate = axes.vector(row.angularRate ?? .zero) / degree
      bytes += message("I", row.time, list(rate) + list(axes.vector(force) / gravity))
    }
    if let field = row.magneticField {
      bytes += message("M", row.time, list(axes.vector(field) / 50))
    }
    if let attitude = row.attitude {
      let q = axes.attitude(attitude)
      bytes += message("Q", row.time, (0..<4).map { q[$0] })
    }
    if let acceleration = row.linearAcceleration {
      bytes += message("L", row.time, list(axes.vector(acceleration) / gravity))
    }
    return bytes
  }

  private func list(_ v: SIMD3<Double>) -> [Double] { [v.x, v.y, v.z] }

  private func message(_ letter: Character, _ time: Double, _ values: [Double]) -> [UInt8] {
    let microseconds: UInt64 = ticks(time, step: 1e-6)
    guard let code = letter.asciiValue, !isText else {
      let numbers = values.map { String(format: "%.4f", $0) }
      return Array(
        (["\(letter)", "\(microseconds)"] + numbers).joined(separator: ",").utf8) + [0x0A]
    }
    var message = MessageBytes([code | 0x80])
    message.append(integer: microseconds)
    for value in values { message.append(float: value) }
    let stuffed = message.bytes.flatMap { byte -> [UInt8] in
      byte == 0x0A ? [0xDB, 0xDC] : byte == 0xDB ? [0xDB, 0xDD] : [byte]
    }
    return stuffed + [0x0A]
  }
}
