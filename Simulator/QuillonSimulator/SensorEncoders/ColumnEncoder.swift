import Foundation
import QuillonRecordings

extension SensorEncoders {
  static let columns: any SensorEncoder = ColumnEncoder()
  static let taggedLines: any SensorEncoder = TaggedLineEncoder()
}

/// Encodes lines of numbers: a header with the names first, then time (ms), acceleration (g), rate
/// (°/s), field (µT), quaternion and pen, as far as the first row has them.
public struct ColumnEncoder: SensorEncoder {
  private var hasHeader = false

  /// An encoder that has not sent its header yet.
  public init() {}

  public var sendsPen: Bool { true }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let columns = columns(of: row)
    var lines = [columns.map(\.value)]
    if !hasHeader { lines.insert(columns.map(\.name), at: 0) }
    hasHeader = true
    return Array(lines.map { $0.joined(separator: ",") + "\r\n" }.joined().utf8)
  }

  private func columns(of row: TraceRow) -> [(name: String, value: String)] {
    var columns = [(name: "t", value: String(format: "%.3f", row.time * 1000))]
    func append(_ letter: String, _ vector: SIMD3<Double>?, _ format: String) {
      guard let vector else { return }
      for (index, axis) in ["x", "y", "z"].enumerated() {
        columns.append((name: letter + axis, value: String(format: format, vector[index])))
      }
    }
    append("a", row.specificForce.map { $0 / gravity }, "%.5f")
    append("g", row.angularRate.map { $0 / degree }, "%.3f")
    append("m", row.magneticField, "%.3f")
    if let attitude = row.attitude {
      for (index, axis) in ["w", "x", "y", "z"].enumerated() {
        columns.append((name: "q" + axis, value: String(format: "%.6f", attitude[index])))
      }
    }
    if let isPenDown = row.isPenDown {
      columns.append((name: "pen", value: isPenDown ? "1" : "0"))
    }
    return columns
  }
}

/// Encodes i2cdevlib's lines: quaternion and acceleration without gravity where a row has both,
/// otherwise counts.
public struct TaggedLineEncoder: SensorEncoder {
  /// True to send the angles of `ypr`, with four decimals, instead of the quaternion.
  public var sendsTilt = false

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var lines: [String] = []
    if let q = row.attitude {
      lines.append(
        sendsTilt
          ? "ypr\t" + text(Self.tilt(q) / degree, "%.4f")
          : "quat\t" + (0..<4).map { String(format: "%.2f", q[$0]) }.joined(separator: "\t"))
    }
    if let acceleration = row.linearAcceleration {
      lines.append("areal\t" + text(acceleration * 8192 / gravity, "%.0f"))
    } else if let force = row.specificForce {
      let rate = (row.angularRate ?? .zero) * 131 / degree
      lines.append(
        "a/g:\t" + text(force * 16384 / gravity, "%.0f") + "\t" + text(rate, "%.0f"))
    }
    return Array(lines.map { $0 + "\r\n" }.joined().utf8)
  }

  private func text(_ v: SIMD3<Double>, _ format: String) -> String {
    (0..<3).map { String(format: format, v[$0]) }.joined(separator: "\t")
  }

  /// Yaw, pitch, roll, rad, as `dmpGetYawPitchRoll` computes them.
  private static func tilt(_ q: SIMD4<Double>) -> SIMD3<Double> {
    let (w, x, y, z) = (q[0], q[1], q[2], q[3])
    let down = SIMD3(2 * (x * z - w * y), 2 * (w * x + y * z), w * w - x * x - y * y + z * z)
    let yaw = atan2(2 * x * y - 2 * w * z, 2 * w * w + 2 * x * x - 1)
    var pitch = atan2(down.x, (down.y * down.y + down.z * down.z).squareRoot())
    if down.z < 0 { pitch = (pitch > 0 ? .pi : -.pi) - pitch }
    return SIMD3(yaw, pitch, atan2(down.y, down.z))
  }
}
