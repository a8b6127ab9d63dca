import QuillonConversions
import QuillonSerialFormats

extension BoardFormat {
  static let taggedLines = taggedLines(in: ColumnUnits())

  /// The format of i2cdevlib's lines.
  ///
  /// - Parameter units: The units that are known. Those of `areal` and `a/g:` depend on the sketch.
  public static func taggedLines(in units: ColumnUnits) -> BoardFormat {
    BoardFormat(
      .taggedLines, boards: "i2cdevlib's MPU6050_DMP6 and MPU6050_raw",
      sends: "by line: quaternion, angles, acceleration without gravity, or counts",
      baud: 115_200, rate: 100,
      quirks: """
        MPU6050_DMP6 waits until it gets a character, then calibrates for seconds; yaw begins at 0 and \
        drifts; areal is 8192/g with MotionApps 2.0, with 6.12 give --acceleration-unit 16384/g
        """,
      setup: "switch on OUTPUT_READABLE_QUATERNION and OUTPUT_READABLE_REALACCEL in the sketch",
      makeDecoder: { FramedDecoder(LineFormat(TaggedLineFormat(units: units))) },
      configuration: { _ in start },
      rawFields: taggedLineFields)
  }

  static let teapot = BoardFormat(
    .teapot, boards: "i2cdevlib's MPU6050_DMP6 with OUTPUT_TEAPOT",
    sends: "quaternion, counter; no acceleration", baud: 115_200, rate: 100,
    quirks: "waits until it gets a character; nothing can be written without an acceleration",
    setup: "use the lines of `tagged` instead: quaternion and acceleration",
    configuration: { _ in start },
    rawFields: teapotFields)
}

/// What lets the sketch begin.
private let start = BoardConfiguration(
  [.send(Array("\n".utf8))], effect: "the sketch, which waits for a character, starts")

/// The fields of a teapot packet.
private func teapotFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes, bigEndian: true)
  return [
    "q_wxyz": RawValue(raw.words(2, 4, times: 1.0 / 16384)), "count": RawValue(raw[11]),
  ]
}

/// The tag and the numbers of a line that i2cdevlib's example sketches print.
private func taggedLineFields(_ bytes: [UInt8]) -> RawMessage {
  let words = lineText(bytes).split { $0 == " " || $0 == "\t" }
  guard let tag = words.first else { return [:] }
  return ["tag": .text(String(tag)), "v": .list(words.dropFirst().map { RawValue(text: $0) })]
}
