/// The fields of a teapot packet.
func teapotFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes, bigEndian: true)
  return [
    "q_wxyz": RawValue(raw.words(2, 4, times: 1.0 / 16384)), "count": RawValue(raw[11]),
  ]
}

/// The tag and the numbers of a line that i2cdevlib's example sketches print.
func taggedLineFields(_ bytes: [UInt8]) -> RawMessage {
  let words = lineText(bytes).split { $0 == " " || $0 == "\t" }
  guard let tag = words.first else { return [:] }
  return ["tag": .text(String(tag)), "v": .list(words.dropFirst().map { RawValue(text: $0) })]
}
