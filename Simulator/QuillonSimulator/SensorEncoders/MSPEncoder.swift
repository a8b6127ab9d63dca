import QuillonRecordings

extension SensorEncoders {
  static let msp: any SensorEncoder = MSPEncoder()
}

/// Encodes answers to MSP_RAW_IMU, command 102: acceleration and rate.
public struct MSPEncoder: SensorEncoder {
  /// True for version 2.
  public var isSecond = false

  /// An encoder.
  public init() {}

  public var sendsAttitude: Bool { false }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    guard let force = row.specificForce, let rate = row.angularRate else { return [] }
    var data = MessageBytes()
    data.append(words: MakerAxes.forwardLeftUp.vector(force), step: gravity / 512)
    data.append(words: MakerAxes.forwardLeftUp.vector(rate), step: degree)
    data.append(words: .zero, step: 1)
    guard isSecond else {
      let body = [UInt8(data.bytes.count), 102] + data.bytes
      return Array("$M>".utf8) + body + [body.reduce(0, ^)]
    }
    let body: [UInt8] = [0, 102, 0, UInt8(data.bytes.count), 0] + data.bytes
    let crc = body.reduce(0 as UInt8) { crc, byte in
      (0..<8).reduce(crc ^ byte) { crc, _ in crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0xD5 }
    }
    return Array("$X>".utf8) + body + [crc]
  }
}
