/// The text of a line without its line end.
func lineText(_ bytes: [UInt8]) -> String {
  var line = bytes[...]
  while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
  return String(decoding: line, as: UTF8.self)
}

extension RawValue {
  /// The number that a text spells out; missing for any other text.
  init(text: some StringProtocol) {
    let text = text.drop { $0 == " " }
    self = Double(text.first == "+" ? text.dropFirst() : text[...]).map { RawValue($0) } ?? .missing
  }
}

/// The columns of a line of numbers, or the names of a header.
func columnFields(_ bytes: [UInt8]) -> RawMessage {
  let line = lineText(bytes)
  let isSeparator: (Character) -> Bool = { $0 == "," || $0 == ";" || $0 == "\t" }
  let parts =
    line.contains(where: isSeparator)
    ? line.split(whereSeparator: isSeparator) : line.split(separator: " ")
  let words = parts.flatMap { $0.split(separator: " ") }.flatMap { $0.split(separator: ":") }
  let isName: (Substring) -> Bool = { word in
    word.first?.isLetter == true && !["nan", "inf", "ovf"].contains { word == $0 }
  }
  let names = words.filter(isName), values = words.filter { !isName($0) }
  var message: RawMessage = [:]
  if !values.isEmpty { message["v"] = .list(values.map { RawValue(text: $0) }) }
  if !names.isEmpty { message["names"] = .list(names.map { .text(String($0)) }) }
  return message
}

/// The tag and the numbers of a Razor AHRS line.
func razorTextFields(_ bytes: [UInt8]) -> RawMessage {
  let line = lineText(bytes)
  let parts = line.dropFirst().split(separator: "=", maxSplits: 1)
  guard parts.count == 2 else { return ["tag": .text(String(line.dropFirst()))] }
  return [
    "tag": .text(String(parts[0])),
    "v": .list(parts[1].split(separator: ",").map { RawValue(text: $0) }),
  ]
}

/// The numbers of a Razor AHRS message of three floats.
func razorAnglesFields(_ bytes: [UInt8]) -> RawMessage {
  ["v": RawValue(RawBytes(bytes).floats(0, 3))]
}

/// The numbers of a Razor AHRS message of nine floats.
func razorSensorsFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  return [
    "acc": RawValue(raw.floats(0, 3)), "mag": RawValue(raw.floats(12, 3)),
    "gyr": RawValue(raw.floats(24, 3)),
  ]
}
