/// Version, addresses, name and fields of a MAVLink message.
func mavlinkFields(_ bytes: [UInt8]) -> RawMessage {
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
