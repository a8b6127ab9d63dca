import QuillonSerialFormats

extension BoardFormat {
  static let xbus = BoardFormat(
    .xbus, boards: "Xsens (Movella) MTi with MTData2",
    sends: "what it is set to: quaternion, acceleration, rate, field, time, counter",
    baud: 115_200, rate: 100,
    settableRates: [25, 50, 100, 200, 400],
    evidence: .checksum,
    quirks: "a message can lack the orientation",
    setup: """
      FA FF 30 00 D1 (configure), FA FF C0 18 10 20 FF FF 10 60 FF FF 20 10 00 64 40 20 00 64 80 20 00 64 C0 \
      20 00 64 ED (counter, time, quaternion, acceleration, rate, field), FA FF 10 00 F1 (measure)
      """,
    configuration: { rate in
      BoardConfiguration(
        // Enter configuration mode, set the content and its rates, start measuring.
        [
          .send(xbusCommand(0x30)),
          .send(xbusCommand(0xC0, xbusOutputs(at: rate))),
          .send(xbusCommand(0x10)),
        ], effect: "counter, time, quaternion, acceleration, rate and field at \(rate) Hz")
    },
    rawFields: xbusFields)
}

/// An Xbus message. Its bytes from the second on, the checksum included, sum to 0 modulo 256.
private func xbusCommand(_ identifier: UInt8, _ data: [UInt8] = []) -> [UInt8] {
  let bytes = [0xFF, identifier, UInt8(data.count)] + data
  return [0xFA] + bytes + [0 &- bytes.reduce(0, &+)]
}

/// Xbus outputs: counter and time with each sample; quaternion, acceleration, rate and field at `rate`, high byte
/// first.
private func xbusOutputs(at rate: Int) -> [UInt8] {
  let (high, low) = (UInt8(rate >> 8), UInt8(rate & 0xFF))
  var outputs: [UInt8] = [0x10, 0x20, 0xFF, 0xFF, 0x10, 0x60, 0xFF, 0xFF]
  for item in [0x2010, 0x4020, 0x8020, 0xC020] {
    outputs += [UInt8(item >> 8), UInt8(item & 0xFF), high, low]
  }
  return outputs
}

/// The message identifier with its data in hexadecimal; for MTData2, the identifier with the values
/// by name.
private func xbusFields(_ bytes: [UInt8]) -> RawMessage {
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
