import QuillonConversions
import QuillonSerialFormats

extension BoardFormat {
  static let witMotion = BoardFormat(
    .witMotion, boards: "WitMotion WT901, JY901, BWT61, HWT on a serial line",
    sends: "acceleration, rate, angles, field; quaternion if switched on", baud: 9_600, rate: 10,
    settableRates: [50, 100, 200], range: witMotionRange,
    evidence: .checksum,
    quirks: "10 Hz at 9600 baud when new; no time; rates below a threshold are sent as 0",
    setup: """
      FF AA 69 88 B5 (unlock), FF AA 03 09 00 (100 Hz), FF AA 02 06 02 (acceleration, rate, quaternion), \
      FF AA 04 06 00 (115200 baud), then at that speed FF AA 00 00 00 (save)
      """,
    configuration: { rate in
      BoardConfiguration(
        // The first command unlocks the registers for 10 s. The others set rate, bandwidth, content
        // and line speed.
        [
          .send(witMotionCommand(0x69, 0x88, 0xB5)),
          .send(witMotionCommand(0x03, witMotionRate(rate))),
          .send(witMotionCommand(0x1F, rate < 100 ? 0x04 : 0x02)),
          .send(witMotionCommand(0x02, 0x06, 0x02)),
          .send(witMotionCommand(0x04, 0x06)), .speed(115_200),
        ],
        effect: "\(rate) Hz, \(rate < 100 ? 20 : 94) Hz bandwidth, quaternion, 115200 baud")
    },
    rawFields: witMotionFields)

  static let witMotionBLE = BoardFormat(
    .witMotionBLE, boards: "WitMotion BWT901BLE5.0, WT901BLE over their USB socket",
    sends: "acceleration, rate, angles", baud: 115_200, rate: 10,
    settableRates: [50, 100], range: witMotionRange,
    quirks: "10 Hz when new; no checksum, no time",
    setup: "FF AA 69 88 B5 (unlock), FF AA 03 09 00 (100 Hz), FF AA 00 00 00 (save)",
    configuration: { rate in
      BoardConfiguration(
        [
          .send(witMotionCommand(0x69, 0x88, 0xB5)),
          .send(witMotionCommand(0x03, witMotionRate(rate))),
          .send(witMotionCommand(0x1F, rate < 100 ? 0x04 : 0x02)),
        ], effect: "\(rate) Hz, \(rate < 100 ? 20 : 94) Hz bandwidth")
    },
    rawFields: witMotionBLEFields)

  static let witMotionModbus = BoardFormat(
    .witMotionModbus, boards: "WitMotion WT901C485, HWT905-485 on RS-485",
    sends: "acceleration, rate, field, angles", baud: 9_600, rate: nil,
    settableRates: [25, 50, 100, 200], range: witMotionRange,
    evidence: .checksum,
    quirks: """
      answers only, so somebody has to ask it for each sample; 9600 baud when new, which carries 25 Hz; an \
      address other than 50 can only be listened to
      """,
    setup: """
      with --configure the command sends 50 06 00 69 B5 88 22 A1 (unlock), 50 06 00 04 00 06 45 88 (115200 baud), and \
      50 03 00 34 00 0C 09 80 (read) 100 times a second
      """,
    configuration: { rate in
      BoardConfiguration(
        [
          // To the address of a new board: unlock, 115,200 baud, and the request for twelve registers from 34h on.
          .send([0x50, 0x06, 0x00, 0x69, 0xB5, 0x88, 0x22, 0xA1]),
          .send([0x50, 0x06, 0x00, 0x04, 0x00, 0x06, 0x45, 0x88]), .speed(115_200),
          .poll(
            [0x50, 0x03, 0x00, 0x34, 0x00, 0x0C, 0x09, 0x80], answer: 29, rate: rate),
        ], effect: "115200 baud, and the command reads the board's registers at \(rate) Hz")
    },
    rawFields: witMotionModbusFields)

  /// All WitMotion formats send fractions of these full scales (`WitMotionFormat`), whatever the sensor is set to.
  private static let witMotionRange = SensorRange(g: 16, degrees: 2_000)
}

/// A WitMotion command that writes a register: its number, then its value, low byte first.
private func witMotionCommand(_ register: UInt8, _ low: UInt8, _ high: UInt8 = 0) -> [UInt8] {
  [0xFF, 0xAA, register, low, high]
}

/// The value of WitMotion's register RRATE (0x03) for a rate.
private func witMotionRate(_ rate: Int) -> UInt8 {
  switch rate {
  case 50: 0x08
  case 200: 0x0B
  default: 0x09
  }
}

/// The fields of an 11-byte WitMotion message.
private func witMotionFields(_ bytes: [UInt8]) -> RawMessage {
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
private func witMotionBLEFields(_ bytes: [UInt8]) -> RawMessage {
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
private func witMotionModbusFields(_ bytes: [UInt8]) -> RawMessage {
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
