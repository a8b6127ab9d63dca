import Foundation
import QuillonRecordings

extension SensorEncoders {
  static let bno08x: any SensorEncoder = BNO08xEncoder()
}

/// Encodes UART-RVC reports: yaw, tilt, acceleration.
public struct BNO08xEncoder: SensorEncoder {
  private var index: UInt8 = 0

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var message = MessageBytes([0xAA, 0xAA, index])
    for angle in row.attitude.map(angles) ?? [0, 0, 0] {
      message.append(word: angle, step: degree / 100)
    }
    message.append(words: row.specificForce ?? .zero, step: gravity / 1000)
    message.bytes += [0, 0, 0]
    message.append(byteSum(message.bytes[2...]))
    index &+= 1
    return message.bytes
  }

  /// The angles of yaw about z, then of a turn about x, then of a turn about y, rad.
  private func angles(_ q: SIMD4<Double>) -> [Double] {
    let (w, x, y, z) = (q[0], q[1], q[2], q[3])
    return [
      atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z)),
      asin(max(-1, min(1, 2 * (w * x + y * z)))),
      atan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y)),
    ]
  }
}
