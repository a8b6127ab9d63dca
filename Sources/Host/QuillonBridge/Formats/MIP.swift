import QuillonSerialFormats

extension BoardFormat {
  static let mip = BoardFormat(
    .mip, boards: "MicroStrain (LORD, HBK) 3DM-GX3-35 and -45, GX4, GX5, CV, CX, 7 series",
    sends: "what it is set to: acceleration, rate, field, quaternion, time", baud: 115_200,
    rate: nil,
    settableRates: [25, 50, 100, 125, 200],
    evidence: .checksum,
    quirks: "silent until set up; unreliable in the first seconds after power comes on",
    setup: """
      75 65 01 02 02 02 E1 C7 (idle); for GX3 to GX5, CV5 and CX5 75 65 0C 0D 0D 08 01 03 12 00 0A 04 00 0A 05 00 0A 45 F2 \
      (time, acceleration, rate), 75 65 0C 05 05 11 01 01 01 04 1A (on); for the 7 series 75 65 0C 0E 0E 0F 01 80 03 D5 00 0A \
      04 00 0A 05 00 0A 91 CE, 75 65 0C 05 05 11 01 80 01 83 18; then 75 65 01 02 02 06 E5 CB (resume)
      """,
    configuration: { rate in
      BoardConfiguration(
        // Go idle, set the content of the messages and their rates, switch the stream on, resume. The first two commands are those of
        // the 3DM-GX3 to GX5, the next two of the 7 series, which would keep GPS time; each refuses the other's.
        [
          .send(mipCommand(0x01, 2, 0x02)),
          .send(mipCommand(0x0C, [0x08, 1], time: 0x12, decimation: UInt8(1_000 / rate))),
          .send(mipCommand(0x0C, 5, 0x11, 1, 1, 1)),
          .send(mipCommand(0x0C, [0x0F, 1, 0x80], time: 0xD5, decimation: UInt8(1_000 / rate))),
          .send(mipCommand(0x0C, 5, 0x11, 1, 0x80, 1)), .send(mipCommand(0x01, 2, 0x06)),
        ],
        effect: "time, acceleration and rate at \(rate) Hz, if its base rate is 1000 Hz")
    },
    rawFields: mipFields)
}

/// A MIP packet with one field, which begins with its own length. The packet ends with Fletcher's
/// checksum.
private func mipCommand(_ set: UInt8, _ field: UInt8...) -> [UInt8] { mipCommand(set, field) }

private func mipCommand(_ set: UInt8, _ field: [UInt8]) -> [UInt8] {
  let bytes = [0x75, 0x65, set, UInt8(field.count)] + field
  var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
  for byte in bytes {
    sum &+= byte
    sumOfSums &+= sum
  }
  return bytes + [sum, sumOfSums]
}

/// A MIP packet that sets what comes: `command`, then time by its field, acceleration and rate, each with its decimation of the base rate.
private func mipCommand(_ set: UInt8, _ command: [UInt8], time: UInt8, decimation: UInt8) -> [UInt8]
{
  let content = command + [3] + [time, 0x04, 0x05].flatMap { [$0, 0, decimation] }
  return mipCommand(set, [UInt8(content.count + 1)] + content)
}

/// The descriptor set and the fields by name. A field without a name appears as `field_` and its
/// descriptor, with its bytes in hexadecimal.
private func mipFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes, bigEndian: true)
  var message: RawMessage = ["desc_set": RawValue(raw[2])]
  var field = 4
  while field + 2 <= raw.count - 2, raw[field] >= 2 {
    let end = field + Int(raw[field])
    let descriptor = raw[field + 1]
    let values = raw[2] == 0x80 ? mipSensorField(descriptor, raw, field + 2) : [:]
    if values.isEmpty {
      let digits = String(descriptor, radix: 16, uppercase: true)
      message["field_\(digits)"] = .text(raw.hexadecimal(field + 2, end))
    }
    message.merge(values) { _, last in last }
    field = end
  }
  return message
}

private func mipSensorField(_ descriptor: UInt8, _ raw: RawBytes, _ data: Int) -> RawMessage {
  switch descriptor {
  case 0x04: ["accel_g": RawValue(raw.floats(data, 3))]
  case 0x05: ["gyro_rads": RawValue(raw.floats(data, 3))]
  case 0x06: ["mag_gauss": RawValue(raw.floats(data, 3))]
  case 0x07: ["delta_theta_rad": RawValue(raw.floats(data, 3))]
  case 0x08: ["delta_velocity_gs": RawValue(raw.floats(data, 3))]
  case 0x0A: ["q_wxyz": RawValue(raw.floats(data, 4))]
  case 0x0C: ["rpy_rad": RawValue(raw.floats(data, 3))]
  case 0x12:
    [
      "gps_tow": RawValue(raw.float64(data)), "gps_week": RawValue(raw.uint16(data + 8)),
      "gps_flags": RawValue(raw.uint16(data + 10)),
    ]
  case 0xD5: ["ref_ns": .unsigned(raw.uint64(data))]
  case 0xD6: ["delta_ns": .unsigned(raw.uint64(data))]
  default: [:]
  }
}
