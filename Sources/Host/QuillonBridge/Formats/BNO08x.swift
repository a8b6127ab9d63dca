import QuillonSerialFormats

extension BoardFormat {
  static let bno08x = BoardFormat(
    .bno08x, boards: "CEVA BNO080, BNO085, BNO086 in UART-RVC mode",
    sends: "acceleration, angles, counter; no rate", baud: 115_200, rate: 100,
    evidence: .checksum,
    quirks: "speed and rate are fixed; yaw begins at 0 and drifts",
    setup: "PS0 high and PS1 low at reset (SparkFun: solder PS0; Adafruit: P0 to 3.3 V)",
    rawFields: bno08xFields)
}

/// The fields of a BNO08x UART-RVC report.
private func bno08xFields(_ bytes: [UInt8]) -> RawMessage {
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
