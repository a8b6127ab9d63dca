/// Lines of numbers as the sketches of strangers print them, with other text and damage between them.
struct LineText {
  /// How a line names, separates and encloses its numbers.
  private let style: Int
  private let separator: String
  private let names: [String]
  private let end: String
  /// What stands before the numbers of each line.
  private let stamp: String
  private let scale: Double
  private let hasTime: Bool

  /// The shape that `choices` ask for.
  init(_ choices: inout Choices) {
    style = choices.index(below: 14)
    separator = choices.one(of: [",", ", ", "\t", ";", " ", " | ", "  "])
    names = choices.one(of: Self.headings)
    end = choices.one(of: ["\n", "\r\n", "\r"])
    stamp = choices.one(of: ["", "", "12:34:56.789 -> ", "I (1234) imu: ", "[42] "])
    scale = choices.one(of: [1, 9.81, 1000, 16_384])
    hasTime = choices.flag()
  }

  /// The lines that begin the stream; none for most shapes.
  var header: String {
    style < 3 ? ((hasTime ? ["t"] : []) + names).joined(separator: separator) + end : ""
  }

  /// The line of a sample, or its lines.
  func sample(_ index: Int) -> String {
    let values = (0..<6).map { axis -> Double in
      let swing = Double((index * (axis + 3)) % 17 - 8) / 64
      return axis == 2 ? scale : scale * swing
    }
    let texts = values.map { style == 11 ? "\($0)".replacing(".", with: ",") : "\($0)" }
    return stamp + line(texts, timed: (hasTime ? ["\(index * 10)"] : []) + texts) + end
  }

  /// The numbers of a sample in their shape.
  private func line(_ texts: [String], timed: [String]) -> String {
    func named(_ mark: String, _ separator: String, before: String = "") -> String {
      zip(names, texts).map { before + $0 + mark + $1 }.joined(separator: separator)
    }
    func three(_ start: Int, _ separator: String) -> String {
      texts[start..<start + 3].joined(separator: separator)
    }
    func axes(_ start: Int) -> String {
      "X: \(texts[start]), Y: \(texts[start + 1]), Z: \(texts[start + 2])"
    }
    switch style {
    case 0...3: return timed.joined(separator: separator)
    case 4: return named(":", separator)
    case 5: return named(" = ", separator)
    case 6: return named(":", end, before: ">")
    case 7: return "{\"" + named("\":", ",\"") + "}"
    case 8: return "{\"acc\":[\(three(0, ","))],\"gyro\":[\(three(3, ","))]}"
    case 9: return "(\(three(0, ", "))) (\(three(3, ", ")))"
    case 10: return "Acceleration \(axes(0)) m/s^2\(end)Rotation \(axes(3)) rad/s"
    case 11: return texts.joined(separator: separator.contains(",") ? ";" : separator)
    case 12: return "A,\(three(0, ","))\(end)G,\(three(3, ","))"
    default: return "START \(texts.joined(separator: " ")) END"
    }
  }

  /// Other text, which no sample is made of.
  static func stray(_ choices: inout Choices) -> String {
    switch choices.byte() {
    case 0..<160: choices.one(of: strays) + "\n"
    case 160..<208: "\(choices.label()): \(choices.number())\n"
    case 208..<224:
      String(repeating: choices.one(of: ["-", "1,", "ax:1 ", "\u{0}"]), count: 300) + "\n"
    default:
      String(decoding: (0..<choices.index(below: 48)).map { _ in choices.byte() }, as: UTF8.self)
    }
  }

  /// A stream: samples, and what `choices` put between them or spoil.
  static func stream(_ choices: inout Choices) -> [UInt8] {
    let text = LineText(&choices)
    var bytes = Array((choices.flag() ? "\u{FEFF}" : "").utf8) + Array(text.header.utf8)
    var index = 0
    repeat {
      for _ in 0..<1 + choices.index(below: 64) {
        bytes += Array(text.sample(index).utf8)
        index += 1
      }
      switch choices.byte() % 4 {
      case 0: bytes += Array(stray(&choices).utf8)
      case 1: bytes += Array(LineText(&choices).sample(index).utf8)
      case 2: bytes[bytes.count - 1 - choices.index(below: 64) % bytes.count] = choices.byte()
      default: bytes.removeLast(min(choices.index(below: 64), bytes.count - 1))
      }
    } while !choices.isExhausted && bytes.count < 12_000
    return bytes
  }

  private static let headings = [
    ["ax", "ay", "az", "gx", "gy", "gz"], ["accX", "accY", "accZ", "gyrX", "gyrY", "gyrZ"],
    ["gx", "gy", "gz", "ax", "ay", "az"],
    [
      "acc_x_g", "acc_y_g", "acc_z_g", "gyr_x_dps", "gyr_y_dps", "gyr_z_dps",
    ],
    [
      "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)", "gx [deg/s]", "gy [deg/s]", "gz [deg/s]",
    ],
    ["AcX", "AcY", "AcZ", "GyX", "GyY", "GyZ"], ["a", "b", "c", "d", "e", "f"],
    ["mx", "my", "mz", "qw", "qx", "qy"],
  ]

  private static let strays = [
    "Temp: 25.3", "RSSI -70 dBm", "ready", "", "###", "ets Jul 29 2019 12:21:46", "temp,25,3",
    "calibrating... 50 %", "ax,ay,az", "1", "1,2", "gyro bias: 0.1 0.2 0.3", "{", "}", ">",
    "nan,nan",
  ]
}
