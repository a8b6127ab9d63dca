/// The fields of an 11-byte WitMotion message.
func witMotionFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  let hundredth = RawValue(Double(raw.int16(8)) / 100)
  var message: RawMessage = ["type": RawValue(raw[1])]
  switch raw[1] {
  case 0x50:
    let names = ["year", "month", "day", "hour", "minute", "second"]
    for (index, name) in names.enumerated() { message[name] = RawValue(raw[2 + index]) }
    message["ms"] = RawValue(raw.uint16(8))
  case 0x51:
    message["acc_g"] = RawValue(raw.words(2, 3, times: 16.0 / 32768))
    message["temp_c"] = hundredth
  case 0x52:
    message["gyr_dps"] = RawValue(raw.words(2, 3, times: 2000.0 / 32768))
    message["temp_c_or_v"] = hundredth
  case 0x53:
    message["rpy_deg"] = RawValue(raw.words(2, 3, times: 180.0 / 32768))
    message["version"] = RawValue(raw.uint16(8))
  case 0x54:
    message["mag_raw"] = RawValue(raw.words(2, 3))
    message["temp_c"] = hundredth
  case 0x55: message["ports"] = RawValue(raw.words(2, 4))
  case 0x56:
    message["pressure_pa"] = RawValue(raw.int32(2))
    message["height_cm"] = RawValue(raw.int32(6))
  case 0x57:
    message["longitude_raw"] = RawValue(raw.int32(2))
    message["latitude_raw"] = RawValue(raw.int32(6))
  case 0x58:
    message["height_m"] = RawValue(Double(raw.int16(2)) / 10)
    message["heading_raw"] = RawValue(raw.int16(4))
    message["speed_raw"] = RawValue(raw.int32(6))
  case 0x59: message["q_wxyz"] = RawValue(raw.words(2, 4, times: 1.0 / 32768))
  case 0x5A: message["accuracy_raw"] = RawValue(raw.words(2, 4))
  default: message["registers"] = RawValue(raw.words(2, 4))
  }
  return message
}

/// The fields of a 20-byte WitMotion message; of a truncated one, only the fields that are
/// complete.
func witMotionBLEFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  var message: RawMessage = ["type": RawValue(raw[1])]
  if raw[1] == 0x61 {
    message["acc_g"] = RawValue(raw.words(2, 3, times: 16.0 / 32768))
    message["gyr_dps"] = RawValue(raw.words(8, 3, times: 2000.0 / 32768))
    let angles = min(3, (bytes.count - 14) / 2)
    message["rpy_deg"] = RawValue(raw.words(14, angles, times: 180.0 / 32768))
  } else {
    message["register"] = RawValue(raw.uint16(2))
    message["values"] = RawValue(raw.words(4, 8))
    switch raw.uint16(2) {
    case 0x3A: message["mag_ut"] = RawValue(raw.words(4, 3, times: 1.0 / 120))
    case 0x40: message["temp_c"] = RawValue(Double(raw.int16(4)) / 100)
    case 0x51: message["q_wxyz"] = RawValue(raw.words(4, 4, times: 1.0 / 32768))
    default: break
    }
  }
  return message
}

/// The fields of a Modbus message: of a request the registers that it asks for, of an answer their values.
func witMotionModbusFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes, bigEndian: true)
  var message: RawMessage = ["address": RawValue(raw[0])]
  guard raw[2] > 0 else {
    message["first"] = RawValue(raw.uint16(2))
    message["count"] = RawValue(raw.uint16(4))
    return message
  }
  message["registers"] = RawValue(raw.words(3, Int(raw[2]) / 2))
  return message
}
