extension InkSample {
  /// Writes letters to the file at `path`, replacing what is there; for the format see
  /// `read(contentsOf:)`.
  public static func write(_ samples: [InkSample], to path: String) throws(RecordingError) {
    try RecordingFile.write(jsonLines(samples, name: path), to: path)
  }

  /// The bytes of the file of letters, which `read(parsing:name:)` reads back exactly.
  ///
  /// The same letters give the same bytes. An empty label and a number that is infinite or none
  /// are errors; `name` stands for the file in them.
  public static func jsonLines(
    _ samples: [InkSample], name: String = "letters"
  ) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      guard let line = sample.json else {
        throw RecordingError(
          file: name, line: index + 1, found: "an empty label, or a coordinate or time not finite",
          expected: "a label and finite numbers", nextStep: "take the letter out")
      }
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The letter as a line of JSON; nil if it could not be read back.
  private var json: String? {
    guard !label.isEmpty else { return nil }
    var text = "{\"label\":\(JSONText.string(label)),"
    if let writer { text += "\"writer\":\(JSONText.string(writer))," }
    text += "\"strokes\":["
    for (index, stroke) in strokes.enumerated() {
      text += "\(index == 0 ? "" : ","){\"d\":\(stroke.isPenDown ? 1 : 0),\"p\":["
      for (index, point) in stroke.points.enumerated() {
        guard let numbers = point.json else { return nil }
        text += index == 0 ? numbers : "," + numbers
      }
      text += "]}"
    }
    return text + "]}"
  }
}

extension InkSample.Point {
  /// The point as an array of two or three numbers; nil if one is not finite.
  fileprivate var json: String? {
    guard let x = JSONText.number(x), let y = JSONText.number(y) else { return nil }
    guard let time else { return "[\(x),\(y)]" }
    guard let t = JSONText.number(time) else { return nil }
    return "[\(x),\(y),\(t)]"
  }
}
