/// The fields of an MSP message: of an answer to MSP_RAW_IMU its values, of others the data.
func mspFields(_ bytes: [UInt8]) -> RawMessage {
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
