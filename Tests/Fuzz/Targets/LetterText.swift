import QuillonRecordings
import QuillonSimulator
import QuillonSystem

/// Files of letters that an input asks for.
enum LetterText {
  /// Drawn letters, JSON lines. An input that begins with 255 holds the text itself.
  static func ink(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    var lines: [String] = []
    while !choices.isExhausted, lines.count < 24 { lines.append(inkLine(&choices)) }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Drawn letters that nobody spoiled.
  static let sound: [UInt8] = {
    let writer = AirWriter(seed: 9)
    let letters = "ABCI".compactMap { try? writer.ink(of: $0) }
    return (try? InkSample.jsonLines(letters)) ?? []
  }()

  private static func inkLine(_ choices: inout Choices) -> String {
    let (label, writer) = (
      quoted(choices.label()), ["null", "\"w1\"", "\"w2\"", "\"\""][choices.index(below: 4)]
    )
    let strokes = (0..<choices.index(below: 5)).map { _ in stroke(&choices) }
    return
      #"{"label":\#(label),"writer":\#(writer),"strokes":[\#(strokes.joined(separator: ","))]}"#
  }

  private static func stroke(_ choices: inout Choices) -> String {
    let shape = choices.byte()
    let isDown = shape & 0x70 == 0 ? choices.number() : shape & 0x70 == 16 ? "0" : "1"
    let points: [String]
    switch shape % 5 {
    case 0: points = (0..<choices.index(below: 6)).map { _ in anyPoint(&choices) }
    case 1: points = Array(repeating: anyPoint(&choices), count: 1 + choices.index(below: 256) * 8)
    case 2: points = circle(&choices)
    default: points = walk(&choices)
    }
    return #"{"d":\#(isDown),"p":[\#(points.joined(separator: ","))]}"#
  }

  private static func anyPoint(_ choices: inout Choices) -> String {
    let count = choices.byte() < 240 ? 2 + choices.index(below: 2) : choices.index(below: 5)
    return "[\((0..<count).map { _ in choices.number() }.joined(separator: ","))]"
  }

  /// Steps of any size from anywhere.
  private static func walk(_ choices: inout Choices) -> [String] {
    let (scale, start, step) = (
      size(&choices), choices.byte() < 224 ? 0 : choices.value(),
      choices.one(of: [0, 0.01, 1e-7, 1e300, -1])
    )
    return (0..<2 + choices.index(below: 40)).map { index in
      let x = start + Double(Int8(bitPattern: choices.byte())) * scale
      let y = start + Double(Int8(bitPattern: choices.byte())) * scale
      return point(x, y, Double(index) * step, step)
    }
  }

  /// A line to and fro, of many points.
  private static func circle(_ choices: inout Choices) -> [String] {
    let (width, height, turns) = (size(&choices), size(&choices), choices.index(below: 9))
    return (0..<8 + choices.index(below: 256) * 4).map { index in
      let phase = Double(index) * Double(turns) / 16
      return point(
        width * (phase - phase.rounded(.down)),
        height * (phase / 2).magnitude.truncatingRemainder(dividingBy: 1),
        Double(index) * 0.01, 0.01)
    }
  }

  private static func size(_ choices: inout Choices) -> Double {
    choices.byte() < 160 ? 1 : choices.value()
  }

  private static func point(_ x: Double, _ y: Double, _ time: Double, _ step: Double) -> String {
    let numbers = step == 0 ? [x, y] : [x, y, time]
    return "[\(numbers.map { "\($0.isFinite ? $0 : 1)" }.joined(separator: ","))]"
  }

  /// Vectors of 28 numbers, JSON lines or tuples.
  static func features(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    var lines: [String] = []
    while !choices.isExhausted, lines.count < 40 {
      let (shape, label) = (choices.byte(), choices.label())
      let numbers = row(&choices, shape).joined(separator: ", ")
      lines.append(
        shape & 64 == 0
          ? "{\"label\":\(quoted(label)),\"x\":[\(numbers)]}" : "('\(label)', [\(numbers)]),")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// 28 numbers, few of them chosen; now and then more or fewer.
  static func row(_ choices: inout Choices, _ shape: UInt8) -> [String] {
    let count = shape < 250 ? 28 : choices.index(below: 64)
    var numbers = (0..<count).map { "\(Double(($0 * 37 + Int(shape)) % 28) / 28)" }
    if shape & 3 == 3, count > 0 {
      numbers = Array(repeating: choices.number(), count: count)
    } else {
      for _ in 0..<Int(shape & 3) where count > 0 {
        numbers[choices.index(below: count)] = choices.number()
      }
    }
    return numbers
  }

  /// A text as JSON writes it.
  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
