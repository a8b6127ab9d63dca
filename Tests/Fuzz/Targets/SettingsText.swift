import Foundation

/// Calibrations, planes and persons that an input asks for, JSON.
enum SettingsText {
  /// A calibration. An input that begins with 255 holds the text itself.
  static func calibration(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    var fields = head("calibration", &choices)
    for (name, unit) in [
      ("accelerometer", "offset_m_per_s2"), ("gyroscope", "bias_rad_per_s"),
      ("magnetometer", "hard_iron_uT"),
    ] {
      let parts = choices.byte()
      if parts & 1 != 0 {
        let axes = choices.one(of: ["x y z", "-x z y", "z z z", "x -y", "", "-z -y -x"])
        fields.append("\"\(name)_axes\":\"\(axes)\"")
      }
      if parts & 2 != 0 { fields.append("\"\(name)_\(unit)\":\(vector(&choices))") }
      if parts & 4 != 0 {
        let gain = name == "magnetometer" ? "soft_iron" : "gain"
        let rows = (0..<3).map { _ in vector(&choices) }.joined(separator: ",")
        fields.append("\"\(name)_\(gain)\":[\(rows)]")
      }
    }
    if kind & 1 != 0 { fields.append("\"magnetometer_accuracy\":\"high\"") }
    if kind & 2 != 0 { fields.append("\"field_strength_uT\":\(choices.number())") }
    return object(fields)
  }

  /// A plane.
  static func plane(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    var fields = head("plane", &choices)
    fields.append(
      "\"plane\":\"\(choices.one(of: ["pen-down", "device", "wrist", "principal", "above", "x"]))\""
    )
    fields.append("\"axis\":\"\(choices.one(of: ["x", "y", "z", "minusX", "minusY", "-x"]))\"")
    fields.append("\"azimuth_degrees\":\(choices.number())")
    if kind & 1 != 0 { fields.append("\"spread_degrees\":\(choices.number())") }
    return object(fields)
  }

  /// A person's training updates for the model with that stamp: so many weights.
  static func person(_ choices: inout Choices, modelID: UInt32, count: Int) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    let digits = String(modelID, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    var fields = head("person", &choices)
    fields.append("\"model\":\"\(padded)\"")
    fields.append("\"trainingUpdates\":\(kind & 1 == 0 ? "3" : choices.number())")
    let edge = [choices.byte(), choices.byte()]
    var weights = (0..<count).flatMap {
      kind & 2 == 0 || $0 % 3 == 0 ? edge : [UInt8(truncatingIfNeeded: $0 &* 7), 0]
    }
    if kind & 4 != 0 { weights.removeLast(choices.index(below: 4)) }
    fields.append("\"weights\":\"\(Data(weights).base64EncodedString())\"")
    return object(fields)
  }

  private static func head(_ format: String, _ choices: inout Choices) -> [String] {
    let version = choices.byte() < 240 ? "1" : choices.number()
    return ["\"format\":\"quillon-\(format)\"", "\"version\":\(version)"]
  }

  private static func vector(_ choices: inout Choices) -> String {
    "[\((0..<3).map { _ in choices.number() }.joined(separator: ","))]"
  }

  private static func object(_ fields: [String]) -> [UInt8] {
    Array("{\(fields.joined(separator: ","))}".utf8)
  }
}
