import QuillonRecordings

extension SensorEncoders {
  static let mip: any SensorEncoder = MIPEncoder()
}

/// Encodes MIP sensor packets: time, acceleration, rate, field, quaternion.
public struct MIPEncoder: SensorEncoder {
  /// True to send the GPS time of week instead of the reference time.
  public var sendsGPSTime = false

  /// An encoder.
  public init() {}

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    let axes = MakerAxes.forwardRightDown
    var fields: [UInt8] = []
    fields += field(sendsGPSTime ? 0x12 : 0xD5) { field in
      if sendsGPSTime {
        field.append(integer: row.time.bitPattern)
        field.append(integer: 0x0000_0006 as UInt32)
      } else {
        field.append(integer: ticks(row.time, step: 1e-9) as UInt64)
      }
    }
    if let force = row.specificForce {
      fields += field(0x04) { $0.append(floats: axes.vector(force) / gravity) }
    }
    if let rate = row.angularRate { fields += field(0x05) { $0.append(floats: axes.vector(rate)) } }
    if let magnetic = row.magneticField {
      fields += field(0x06) { $0.append(floats: axes.vector(magnetic) / 100) }
    }
    if let attitude = row.attitude {
      fields += field(0x0A) { $0.append(floats: axes.attitude(attitude)) }
    }
    let packet: [UInt8] = [0x75, 0x65, 0x80, UInt8(fields.count)] + fields
    var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
    for byte in packet {
      sum &+= byte
      sumOfSums &+= sum
    }
    return packet + [sum, sumOfSums]
  }

  private func field(_ descriptor: UInt8, _ fill: (inout MessageBytes) -> Void) -> [UInt8] {
    var data = MessageBytes(bigEndian: true)
    fill(&data)
    return [UInt8(data.bytes.count + 2), descriptor] + data.bytes
  }
}
