import QuillonRecordings

extension SensorEncoders {
  static let witMotion: any SensorEncoder = WitMotionEncoder()
  static let witMotionBLE: any SensorEncoder = WitMotionBLEEncoder()
  static let witMotionModbus: any SensorEncoder = WitMotionModbusEncoder()
}

/// Encodes 11-byte messages: acceleration, rate, angles or quaternion, field.
public struct WitMotionEncoder: SensorEncoder {
  /// True to send the quaternion instead of the angles.
  public var sendsQuaternion = true

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var bytes: [UInt8] = []
    if let force = row.specificForce {
      bytes += message(0x51) { $0.append(words: force, step: gravity / 2048) }
    }
    if let rate = row.angularRate {
      bytes += message(0x52) { $0.append(words: rate, step: 2000 * degree / 32768) }
    }
    if let attitude = row.attitude, !sendsQuaternion {
      bytes += message(0x53) {
        $0.append(words: rollPitchYaw(attitude), step: .pi / 32768)
      }
    }
    if let field = row.magneticField {
      bytes += message(0x54) { $0.append(words: field, step: 1.0 / 120) }
    }
    if let attitude = row.attitude, sendsQuaternion {
      bytes += message(0x59) { message in
        for index in 0..<4 { message.append(word: attitude[index], step: 1.0 / 32768) }
      }
    }
    return bytes
  }

  /// A message of this type. `fill` writes its data, which are padded to four words; the checksum
  /// is the sum of all bytes.
  private func message(_ type: UInt8, _ fill: (inout MessageBytes) -> Void) -> [UInt8] {
    var message = MessageBytes([0x55, type])
    fill(&message)
    while message.bytes.count < 10 { message.append(0) }
    message.append(byteSum(message.bytes))
    return message.bytes
  }
}

/// Encodes 20-byte messages: acceleration, rate, angles.
public struct WitMotionBLEEncoder: SensorEncoder {
  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var message = MessageBytes([0x55, 0x61])
    message.append(words: row.specificForce ?? .zero, step: gravity / 2048)
    message.append(words: row.angularRate ?? .zero, step: 2000 * degree / 32768)
    message.append(words: row.attitude.map(rollPitchYaw) ?? .zero, step: .pi / 32768)
    return message.bytes
  }
}

/// Encodes answers of a board on RS-485 to who reads its registers 34 to 3F: acceleration, rate, field, angles.
public struct WitMotionModbusEncoder: SensorEncoder {
  /// True to send the requests, too, as who listens to the line gets them.
  public var sendsRequests = false

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var answer = MessageBytes([0x50, 0x03, 24], bigEndian: true)
    answer.append(words: row.specificForce ?? .zero, step: gravity / 2048)
    answer.append(words: row.angularRate ?? .zero, step: 2000 * degree / 32768)
    answer.append(words: row.magneticField ?? .zero, step: 0.013)
    answer.append(words: row.attitude.map(rollPitchYaw) ?? .zero, step: .pi / 32768)
    let request = sendsRequests ? Self.checked([0x50, 0x03, 0, 0x34, 0, 12]) : []
    return request + Self.checked(answer.bytes)
  }

  /// The bytes and their CRC-16/MODBUS, low byte first.
  private static func checked(_ bytes: [UInt8]) -> [UInt8] {
    let crc = crc16(bytes, polynomial: 0xA001, start: 0xFFFF, isReflected: true)
    return bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }
}
