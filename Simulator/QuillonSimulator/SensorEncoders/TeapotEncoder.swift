import QuillonRecordings

extension SensorEncoders {
  static let teapot: any SensorEncoder = TeapotEncoder()
}

/// Encodes the teapot packet, which contains a quaternion.
public struct TeapotEncoder: SensorEncoder {
  private var count: UInt8 = 0

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    guard let attitude = row.attitude else { return [] }
    var message = MessageBytes([0x24, 0x02], bigEndian: true)
    for index in 0..<4 { message.append(word: attitude[index], step: 1.0 / 16384) }
    message.bytes += [0, count, 0x0D, 0x0A]
    count &+= 1
    return message.bytes
  }
}
