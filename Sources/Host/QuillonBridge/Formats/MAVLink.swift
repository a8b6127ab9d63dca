import QuillonSerialFormats

extension BoardFormat {
  static let mavlink = BoardFormat(
    .mavlink, boards: "ArduPilot and PX4 autopilots, MAVLink 1 and 2",
    sends: "acceleration, rate, field, time; quaternion in messages of their own",
    baud: 57_600, rate: nil,
    settableRates: [25, 50, 100, 200, 250, 400],
    evidence: .checksum,
    quirks: "sends little until asked; most messages are of other kinds and count as unknown",
    setup: """
      MAV_CMD_SET_MESSAGE_INTERVAL (511) for messages 105 and 31, 10000 µs, over USB or 115200 baud
      """,
    configuration: { rate in
      BoardConfiguration(
        // ArduPilot has HIGHRES_IMU since 4.6, and on large boards only.
        [105, 31, 27].map {
          .send(messageIntervalCommand(of: $0, microseconds: Float(1_000_000 / rate)))
        },
        effect: "HIGHRES_IMU or RAW_IMU, and ATTITUDE_QUATERNION at \(rate) Hz")
    },
    rawFields: mavlinkFields)
}

/// MAV_CMD_SET_MESSAGE_INTERVAL (511) in a COMMAND_LONG of MAVLink 1, from a ground station
/// (system 255, component 190) to the autopilot (1, 1).
///
/// COMMAND_LONG is message 76, and its checksum seed is 152. The checksum is CRC-16/MCRF4XX.
private func messageIntervalCommand(of message: Float, microseconds: Float) -> [UInt8] {
  let parameters = [message, microseconds, 0, 0, 0, 0, 0].flatMap { value in
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }
  let bytes: [UInt8] = [33, 0, 255, 190, 76] + parameters + [0xFF, 0x01, 1, 1, 0]
  var crc: UInt16 = 0xFFFF
  for byte in bytes + [152] {
    crc ^= UInt16(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8408 : crc >> 1 }
  }
  return [0xFE] + bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
}

/// Version, addresses, name and fields of a MAVLink message.
private func mavlinkFields(_ bytes: [UInt8]) -> RawMessage {
  let isSecond = bytes.first == 0xFD
  let header = RawBytes(bytes)
  let start = isSecond ? 10 : 6
  let number = isSecond ? header.uint32(6) >> 8 : UInt32(header[5])
  // Only the payload. MAVLink 2 cuts off zeros at its end; they are read as zeros again.
  let end = min(bytes.count, start + Int(header[1]))
  let payload = RawBytes(Array(bytes[min(start, end)..<end]))
  let address = isSecond ? 4 : 2
  var message = mavlinkPayload(number, payload, isSecond: isSecond)
  message["version"] = RawValue(isSecond ? 2 : 1)
  message["seq"] = RawValue(header[address])
  message["sysid"] = RawValue(header[address + 1])
  message["compid"] = RawValue(header[address + 2])
  return message
}

private func mavlinkPayload(_ number: UInt32, _ raw: RawBytes, isSecond: Bool) -> RawMessage {
  switch number {
  case 0:
    var message: RawMessage = ["msg": .text("HEARTBEAT"), "custom_mode": RawValue(raw.uint32(0))]
    let names = ["type", "autopilot", "base_mode", "system_status", "mavlink_version"]
    for (index, name) in names.enumerated() { message[name] = RawValue(raw[4 + index]) }
    return message
  case 26: return scaled("SCALED_IMU", raw, isSecond)
  case 116: return scaled("SCALED_IMU2", raw, isSecond)
  case 129: return scaled("SCALED_IMU3", raw, isSecond)
  case 27:
    var message = integers("RAW_IMU", raw, 8)
    message["time_usec"] = .unsigned(raw.uint64(0))
    if isSecond {
      message["id"] = RawValue(raw[26])
      message["temperature"] = RawValue(raw.int16(27))
    }
    return message
  case 30:
    return floats(
      "ATTITUDE", raw, ["roll", "pitch", "yaw", "rollspeed", "pitchspeed", "yawspeed"])
  case 31:
    let names = ["q1", "q2", "q3", "q4", "rollspeed", "pitchspeed", "yawspeed"]
    let offset = isSecond ? ["offset_q1", "offset_q2", "offset_q3", "offset_q4"] : []
    return floats("ATTITUDE_QUATERNION", raw, names + offset)
  default: return highResolution(raw, isSecond)
  }
}

private func highResolution(_ raw: RawBytes, _ isSecond: Bool) -> RawMessage {
  let names = [
    "xacc", "yacc", "zacc", "xgyro", "ygyro", "zgyro", "xmag", "ymag", "zmag", "abs_pressure",
    "diff_pressure", "pressure_alt", "temperature",
  ]
  var message: RawMessage = ["msg": .text("HIGHRES_IMU"), "time_usec": .unsigned(raw.uint64(0))]
  for (index, name) in names.enumerated() { message[name] = RawValue(raw.float32(8 + 4 * index)) }
  message["fields_updated"] = RawValue(raw.uint16(60))
  if isSecond { message["id"] = RawValue(raw[62]) }
  return message
}

private func scaled(_ name: String, _ raw: RawBytes, _ isSecond: Bool) -> RawMessage {
  var message = integers(name, raw, 4)
  message["time_boot_ms"] = RawValue(raw.uint32(0))
  if isSecond { message["temperature"] = RawValue(raw.int16(22)) }
  return message
}

private func integers(_ name: String, _ raw: RawBytes, _ start: Int) -> RawMessage {
  let names = ["xacc", "yacc", "zacc", "xgyro", "ygyro", "zgyro", "xmag", "ymag", "zmag"]
  var message: RawMessage = ["msg": .text(name)]
  for (index, name) in names.enumerated() { message[name] = RawValue(raw.int16(start + 2 * index)) }
  return message
}

private func floats(_ name: String, _ raw: RawBytes, _ names: [String]) -> RawMessage {
  var message: RawMessage = ["msg": .text(name), "time_boot_ms": RawValue(raw.uint32(0))]
  for (index, name) in names.enumerated() { message[name] = RawValue(raw.float32(4 + 4 * index)) }
  return message
}
