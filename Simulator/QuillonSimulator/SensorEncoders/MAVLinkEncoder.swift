import QuillonRecordings

extension SensorEncoders {
  static let mavlink: any SensorEncoder = MAVLinkEncoder()
}

/// Encodes MAVLink messages of either version.
public struct MAVLinkEncoder: SensorEncoder {
  /// The version of the protocol.
  public enum Version: CaseIterable, Sendable {
    /// MAVLink 1 and MAVLink 2.
    case first, second
  }

  /// The messages that can be sent.
  public enum Message: CaseIterable, Sendable {
    /// HEARTBEAT, HIGHRES_IMU, RAW_IMU, SCALED_IMU, SCALED_IMU2, ATTITUDE, ATTITUDE_QUATERNION.
    case heartbeat, highResolution, raw, scaled, scaled2, attitude, attitudeQuaternion
  }

  private let version: Version
  private let messages: [Message]
  private var sequence: UInt8 = 0

  /// An encoder that sends these messages for each row.
  public init(
    version: Version = .second, messages: [Message] = [.highResolution, .attitudeQuaternion]
  ) {
    self.version = version
    self.messages = messages
  }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    messages.flatMap { encode($0, row) }
  }

  private mutating func encode(_ message: Message, _ row: TraceRow) -> [UInt8] {
    switch message {
    case .heartbeat: return frame(0, seed: 50, [0, 0, 0, 0, 6, 8, 0, 0, 3])
    case .highResolution: return frame(105, seed: 93, highResolution(row))
    case .raw: return frame(27, seed: 144, integers(row, isRaw: true))
    case .scaled: return frame(26, seed: 170, integers(row, isRaw: false))
    case .scaled2: return frame(116, seed: 76, integers(row, isRaw: false))
    case .attitude:
      return row.attitude.map { frame(30, seed: 39, attitude(row, $0, isQuaternion: false)) } ?? []
    case .attitudeQuaternion:
      return row.attitude.map { frame(31, seed: 246, attitude(row, $0, isQuaternion: true)) } ?? []
    }
  }

  private var axes: MakerAxes { .forwardRightDown }

  private func highResolution(_ row: TraceRow) -> [UInt8] {
    var payload = MessageBytes()
    payload.append(integer: ticks(row.time, step: 1e-6) as UInt64)
    payload.append(floats: axes.vector(row.specificForce ?? .zero))
    payload.append(floats: axes.vector(row.angularRate ?? .zero))
    payload.append(floats: axes.vector(row.magneticField ?? .zero) / 100)
    for value in [1013.25, 0, 100, 25] { payload.append(float: value) }
    let updated =
      (row.specificForce == nil ? 0 : 0b111) | (row.angularRate == nil ? 0 : 0b111_000)
      | (row.magneticField == nil ? 0 : 0b111_000_000)
    payload.append(integer: UInt16(updated))
    return payload.bytes
  }

  private func integers(_ row: TraceRow, isRaw: Bool) -> [UInt8] {
    var payload = MessageBytes()
    if isRaw {
      payload.append(integer: ticks(row.time, step: 1e-6) as UInt64)
    } else {
      payload.append(integer: ticks(row.time, step: 1e-3) as UInt32)
    }
    payload.append(words: axes.vector(row.specificForce ?? .zero), step: gravity / 1000)
    payload.append(words: axes.vector(row.angularRate ?? .zero), step: 1e-3)
    payload.append(words: axes.vector(row.magneticField ?? .zero), step: 0.1)
    return payload.bytes
  }

  private func attitude(
    _ row: TraceRow, _ attitude: SIMD4<Double>, isQuaternion: Bool
  ) -> [UInt8] {
    let q = axes.attitude(attitude)
    var payload = MessageBytes()
    payload.append(integer: ticks(row.time, step: 1e-3) as UInt32)
    if isQuaternion { payload.append(floats: q) } else { payload.append(floats: rollPitchYaw(q)) }
    payload.append(floats: axes.vector(row.angularRate ?? .zero))
    return payload.bytes
  }

  /// A frame with this payload. Version 2 leaves out trailing zeros.
  private mutating func frame(_ number: UInt8, seed: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var payload = payload
    let header: [UInt8]
    if version == .second {
      while payload.count > 1, payload.last == 0 { payload.removeLast() }
      header = [UInt8(payload.count), 0, 0, sequence, 1, 105, number, 0, 0]
    } else {
      header = [UInt8(payload.count), sequence, 1, 105, number]
    }
    sequence &+= 1
    let crc = crc16(
      header + payload + [seed], polynomial: 0x8408, start: 0xFFFF, isReflected: true)
    return [version == .second ? 0xFD : 0xFE] + header + payload
      + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }
}
