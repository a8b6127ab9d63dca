/// The descriptor set and the fields by name. A field without a name appears as `field_` and its
/// descriptor, with its bytes in hexadecimal.
func mipFields(_ bytes: [UInt8]) -> RawMessage {
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
