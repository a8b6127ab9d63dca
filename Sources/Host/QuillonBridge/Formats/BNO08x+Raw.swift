/// The fields of a BNO08x UART-RVC report.
func bno08xFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  return [
    "index": RawValue(raw[2]),
    "yaw_cdeg": RawValue(raw.int16(3)), "pitch_cdeg": RawValue(raw.int16(5)),
    "roll_cdeg": RawValue(raw.int16(7)),
    "ax_mg": RawValue(raw.int16(9)), "ay_mg": RawValue(raw.int16(11)),
    "az_mg": RawValue(raw.int16(13)),
    "motion_intent": RawValue(raw[15]), "motion_request": RawValue(raw[16]),
  ]
}
