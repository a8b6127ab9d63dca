import QuillonSerialFormats

extension BoardFormat {
  static let razorText = BoardFormat(
    .razorText, boards: "SparkFun 9DOF Razor and Sensor Stick with Razor AHRS",
    sends: "angles; acceleration and rate with #ox (ROS fork) or #osct", baud: 57_600, rate: 50,
    quirks: "restarts when the port is opened; sends gravity instead of specific force",
    setup: "#ox for angles, acceleration and rate, else #osct",
    configuration: { _ in lines },
    rawFields: razorTextFields)

  static let razorAngles = BoardFormat(
    .razorAngles, boards: "Razor AHRS after #ob", sends: "angles", baud: 57_600,
    rate: 50,
    evidence: .unframed,
    quirks: "no frame of any kind; send #s12 to get into step",
    setup: "use razor-text with #ox instead: nothing can be written without an acceleration",
    configuration: { _ in lines },
    rawFields: razorAnglesFields)

  static let razorSensors = BoardFormat(
    .razorSensors, boards: "Razor AHRS after #oscb", sends: "acceleration, rate",
    baud: 57_600, rate: 50,
    evidence: .unframed,
    quirks: "no frame of any kind; send #s12 to get into step",
    setup: "#oscb, then #s12",
    configuration: { _ in
      BoardConfiguration(
        [.send(Array("#oscb".utf8)), .send(Array("#s12".utf8))],
        effect: "a mark by which the bridge finds the messages")
    },
    rawFields: razorSensorsFields)
}

/// What asks for lines, one of the two ways of each version.
private let lines = BoardConfiguration(
  [.send(Array("#osct".utf8)), .send(Array("#ox".utf8)), .send(Array("#o1".utf8))],
  then: .razorText, effect: "lines with acceleration, rate and, if supported, angles")

/// The tag and the numbers of a Razor AHRS line.
private func razorTextFields(_ bytes: [UInt8]) -> RawMessage {
  let line = lineText(bytes)
  let parts = line.dropFirst().split(separator: "=", maxSplits: 1)
  guard parts.count == 2 else { return ["tag": .text(String(line.dropFirst()))] }
  return [
    "tag": .text(String(parts[0])),
    "v": .list(parts[1].split(separator: ",").map { RawValue(text: $0) }),
  ]
}

/// The numbers of a Razor AHRS message of three floats.
private func razorAnglesFields(_ bytes: [UInt8]) -> RawMessage {
  ["v": RawValue(RawBytes(bytes).floats(0, 3))]
}

/// The numbers of a Razor AHRS message of nine floats.
private func razorSensorsFields(_ bytes: [UInt8]) -> RawMessage {
  let raw = RawBytes(bytes)
  return [
    "acc": RawValue(raw.floats(0, 3)), "mag": RawValue(raw.floats(12, 3)),
    "gyr": RawValue(raw.floats(24, 3)),
  ]
}
