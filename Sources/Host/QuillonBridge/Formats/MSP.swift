import QuillonSerialFormats

extension BoardFormat {
  static let msp = BoardFormat(
    .msp, boards: "flight controllers with Betaflight or INAV, MSP 1 and 2",
    sends: "acceleration, rate to 1 °/s; no time, no attitude", baud: 115_200, rate: nil,
    settableRates: [25, 50, 100, 200],
    evidence: .checksum,
    quirks: """
      answers only, so somebody has to ask it for each sample; the unit of its field is not known
      """,
    setup: """
      nothing: with --configure the command asks for MSP_RAW_IMU (24 4D 3C 00 66 66) 100 times a \
      second
      """,
    configuration: { rate in
      BoardConfiguration(
        // A request of version 1 without data: length, command, and their exclusive or.
        [.poll(Array("$M<".utf8) + [0, 102, 102], answer: 24, rate: rate)],
        effect: "the command asks for MSP_RAW_IMU at \(rate) Hz")
    },
    rawFields: mspFields)
}

/// The fields of an MSP message: of an answer to MSP_RAW_IMU its values, of others the data.
private func mspFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  let isSecond = raw[1] == UInt8(ascii: "X")
  let (data, end) = (isSecond ? 8 : 5, bytes.count - 1)
  let command = isSecond ? raw.uint16(4) : UInt16(raw[4])
  var message: RawMessage = [
    "version": .integer(isSecond ? 2 : 1), "command": RawValue(command),
    "direction": .text(String(UnicodeScalar(raw[2]))),
  ]
  guard command == 102, end - data >= 18 else {
    message["data"] = .text(raw.hexadecimal(data, end))
    return message
  }
  message["acc_g"] = RawValue(raw.words(data, 3, times: 1.0 / 512))
  message["gyr_dps"] = RawValue(raw.words(data + 6, 3))
  message["mag_raw"] = RawValue(raw.words(data + 12, 3))
  return message
}
