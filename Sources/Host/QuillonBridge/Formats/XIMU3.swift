import QuillonSerialFormats

extension BoardFormat {
  static let xIMU3 = BoardFormat(
    .xIMU3, boards: "x-io x-IMU3",
    sends: "acceleration, rate, time; field, quaternion in messages of their own",
    baud: 115_200, rate: 100,
    settableRates: [25, 50, 100, 200, 400],
    quirks: "no checksum; messages of different kinds have clocks of their own",
    setup: #"{"ahrs_message_rate_divisor":4} and {"apply":null} for 100 Hz, with a line end each"#,
    configuration: { rate in
      BoardConfiguration(
        [
          // Both kinds of messages come at most 400 times a second.
          "{\"inertial_message_rate_divisor\":\(400 / rate)}", #"{"ahrs_message_type":0}"#,
          "{\"ahrs_message_rate_divisor\":\(400 / rate)}", #"{"apply":null}"#,
        ].map { .send(Array(($0 + "\n").utf8)) },
        effect: "acceleration, rate and quaternion at \(rate) Hz")
    },
    rawFields: xIMU3Fields)
}

/// The fields of an x-IMU3 message, text or binary.
private func xIMU3Fields(_ bytes: [UInt8]) -> RawMessage {
  guard let first = bytes.first else { return [:] }
  if first == UInt8(ascii: "{") || first == UInt8(ascii: "^") {
    let text = lineText(bytes)
    return ["id": .text(String(text.prefix(1))), "text": .text(text)]
  }
  let letter = String(UnicodeScalar(first & 0x7F))
  return first < 0x80
    ? xIMU3TextFields(letter, lineText(bytes)) : xIMU3BinaryFields(letter, bytes.dropLast())
}

private func xIMU3TextFields(_ letter: String, _ line: String) -> RawMessage {
  let fields = line.split(separator: ",", omittingEmptySubsequences: false)
  var message: RawMessage = ["id": .text(letter)]
  if fields.count > 1 { message["us"] = UInt64(fields[1]).map { .unsigned($0) } ?? .missing }
  if let names = names(of: letter, count: fields.count - 2) {
    for (name, field) in zip(names, fields.dropFirst(2)) { message[name] = RawValue(text: field) }
  } else {
    message["text"] = .text(fields.dropFirst(2).joined(separator: ","))
  }
  return message
}

private func xIMU3BinaryFields(_ letter: String, _ stuffed: ArraySlice<UInt8>) -> RawMessage {
  let raw = RawBytes(unstuffed(stuffed))
  var message: RawMessage = ["id": .text(letter), "us": .unsigned(raw.uint64(1))]
  if let names = names(of: letter, count: (raw.count - 9) / 4) {
    for (index, name) in names.enumerated() { message[name] = RawValue(raw.float32(9 + 4 * index)) }
  } else {
    message["data"] = .text(raw.hexadecimal(9, raw.count))
  }
  return message
}

/// The bytes with the escape sequences DB DC and DB DD undone.
private func unstuffed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  var isEscaped = false
  for byte in bytes {
    if isEscaped {
      result.append(byte == 0xDC ? 0x0A : 0xDB)
      isEscaped = false
    } else if byte == 0xDB {
      isEscaped = true
    } else {
      result.append(byte)
    }
  }
  return result
}

/// The names of the numbers in the message with this letter; nil when it holds something other than
/// numbers.
private func names(of letter: String, count: Int) -> [String]? {
  switch letter {
  case "I": ["gx", "gy", "gz", "ax", "ay", "az"]
  case "M", "H": ["x", "y", "z"]
  case "Q": ["w", "x", "y", "z"]
  case "R": ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"]
  case "A": ["roll", "pitch", "yaw"]
  case "L", "E": count == 7 ? ["qw", "qx", "qy", "qz", "x", "y", "z"] : ["x", "y", "z"]
  case "T": ["temperature"]
  case "B": ["percentage", "voltage", "charging"]
  case "W": ["percentage", "power"]
  case "U": ["initialising", "angular", "accel", "mag"]
  default: nil
  }
}
