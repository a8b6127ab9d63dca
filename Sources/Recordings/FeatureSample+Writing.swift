extension FeatureSample {
  /// Writes vectors to the file at `path`, replacing what is there; for the formats see
  /// `read(contentsOf:)`.
  public static func write(
    _ samples: [FeatureSample], to path: String, format: Format
  ) throws(RecordingError) {
    try RecordingFile.write(lines(samples, format: format, name: path), to: path)
  }

  /// The bytes of the file of vectors, which `read(parsing:name:)` reads back exactly, but for the
  /// writers that tuples leave out.
  ///
  /// The same vectors give the same bytes. A vector of other than 28 finite numbers, an empty label
  /// and, in a tuple, a label with a quote, a backslash or a line break are errors; `name` stands
  /// for the file in them.
  public static func lines(
    _ samples: [FeatureSample], format: Format, name: String = "features"
  ) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      guard let line = sample.line(in: format) else {
        throw RecordingError(
          file: name, line: index + 1,
          found: "label \(sample.label.debugDescription) with \(sample.values.count) numbers",
          expected: "a label that the format can hold and \(valueCount) finite numbers",
          nextStep: "correct the vector or take it out")
      }
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The vector as a line; nil if it could not be read back.
  private func line(in format: Format) -> String? {
    let numbers = values.filter(\.isFinite).map(\.description)
    guard values.count == Self.valueCount, numbers.count == values.count, !label.isEmpty else {
      return nil
    }
    switch format {
    case .jsonLines:
      let writer = writer.map { "\"writer\":\(JSONText.string($0))," } ?? ""
      return """
        {"label":\(JSONText.string(label)),\(writer)"x":[\(numbers.joined(separator: ","))]}
        """
    case .tuples:
      guard !label.unicodeScalars.contains(where: { "'\\\n\r".unicodeScalars.contains($0) }) else {
        return nil
      }
      return "('\(label)', [\(numbers.joined(separator: ", "))]),"
    }
  }
}
