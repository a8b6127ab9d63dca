/// The message identifier with its data in hexadecimal; for MTData2, the identifier with the values
/// by name.
func xbusFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes, bigEndian: true)
  let start = raw[3] == 0xFF ? 6 : 4
  let end = raw.count - 1
  guard raw[2] == 0x36 else {
    return ["mid": RawValue(raw[2]), "data": .text(raw.hexadecimal(start, end))]
  }
  var message: RawMessage = ["mid": RawValue(raw[2])]
  var item = start
  while item + 3 <= end {
    let identifier = raw.uint16(item), length = Int(raw[item + 2])
    let (name, value) = mtData2Item(identifier, raw, item + 3, length)
    message[name] = value
    item += 3 + length
  }
  return message
}

private func mtData2Item(
  _ identifier: UInt16, _ raw: RawBytes, _ start: Int, _ length: Int
) -> (String, RawValue) {
  switch identifier & 0xFFF0 {
  case 0x1020: return ("packet_counter", RawValue(raw.uint16(start)))
  case 0x1060: return ("sample_time_fine", RawValue(raw.uint32(start)))
  case 0x1070: return ("sample_time_coarse", RawValue(raw.uint32(start)))
  case 0x3010: return ("pressure", RawValue(raw.uint32(start)))
  case 0xE010: return ("status_byte", RawValue(raw[start]))
  case 0xE020: return ("status_word", RawValue(raw.uint32(start)))
  case 0x1010:
    return (
      "utc",
      .list(
        [RawValue(raw.uint32(start)), RawValue(raw.uint16(start + 4))]
          + (6..<12).map { RawValue(raw[start + $0]) })
    )
  default: break
  }
  guard let name = mtData2Names[identifier & 0xFFF0] else {
    let digits = String(identifier, radix: 16, uppercase: true)
    return ("item_\(digits)", .text(raw.hexadecimal(start, start + length)))
  }
  let values = xbusNumbers(identifier & 3, raw, start, length)
  return (name, values.count == 1 ? RawValue(values[0]) : RawValue(values))
}

private let mtData2Names: [UInt16: String] = [
  0x0810: "temperature", 0x2010: "quaternion", 0x2020: "matrix", 0x2030: "euler",
  0x4010: "delta_v", 0x4020: "acceleration", 0x4030: "free_acceleration",
  0x4040: "acceleration_hr", 0x8020: "rate_of_turn", 0x8030: "delta_q", 0x8040: "rate_of_turn_hr",
  0xC020: "magnetic_field",
]

/// The numbers of an item. The two lowest bits of its identifier give their format.
private func xbusNumbers(
  _ format: UInt16, _ raw: RawBytes, _ start: Int, _ length: Int
) -> [Double] {
  let size = [4, 4, 6, 8][Int(format)]
  return stride(from: start, through: start + length - size, by: size).map { index in
    switch format {
    case 0: raw.float32(index)
    case 1: Double(raw.int32(index)) / 0x1p20
    case 2: Double(raw.int16(index + 4)) + Double(raw.uint32(index)) / 0x1p32
    default: raw.float64(index)
    }
  }
}
