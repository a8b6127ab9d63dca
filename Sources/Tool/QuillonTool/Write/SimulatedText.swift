import QuillonFusion
import QuillonRecordings
import QuillonSimulator

/// A text written in the air by a simulated person, as a simulated board measures it.
struct SimulatedText {
  /// What is written: capital letters, and gestures in angle brackets.
  let text: String
  /// What the board sends, 100 rows a second.
  let trace: Trace

  /// Small letters become capitals; names of gestures, in angle brackets, stay as they are.
  private static func capitals(of text: String) -> String {
    text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      let name = index == 0 ? "" : part.prefix { $0 != ">" }
      return (index == 0 ? "" : "<") + name + part.dropFirst(name.count).uppercased()
    }.joined()
  }

  /// How long a raw board lies still first, s: gravity and bias take 3 s.
  private static let lyingTime = 4.0

  /// How long the hand holds still before and after each letter for a board without a pen, s.
  private static let holdTime = 0.4

  /// `text` as the person and the board number `seed` have it; small letters become capitals, and `<shake>`
  /// is a gesture.
  ///
  /// - Parameters:
  ///   - speech: the format in which it will be sent: whether that has a place for pen and
  ///     attitude decides how the person goes about it.
  ///   - holdsStill: whether the hand holds still between letters even if there is a place for the pen.
  /// - Throws: `HandwritingError` for anything but letters from A to Z, dashes and gestures, `ToolError` for no text at
  ///   all.
  init(
    _ text: String, seed: UInt64, sensors: SensorOptions, speech: (any SensorEncoder)? = nil,
    holdsStill: Bool = false
  ) throws {
    guard !text.isEmpty else {
      throw ToolError(
        "there is nothing to write: name letters from A to Z by --text", code: .misuse)
    }
    self.text = Self.capitals(of: text)
    var writer = sensors.wrist ? AirWriter(wearing: seed) : AirWriter(seed: seed)
    writer.earthField = sensors.earthField
    if sensors.raw != nil || speech?.sendsAttitude == false { writer.lyingTime = Self.lyingTime }
    if holdsStill || sensors.wrist || speech?.sendsPen == false { writer.holdTime = Self.holdTime }
    var errors = SensorErrors.phone
    errors.magnets = sensors.magnets
    trace = sensors.sent(errors.apply(to: try writer.trace(of: self.text), seed: seed))
  }
}

extension Trace {
  /// What a board sends of this trace.
  var samples: [InertialSample] { replaySamples.map(\.sample) }

  /// What a virtual board sends of this trace: messages of that format, else this project's own packets.
  func content(by encoder: (any SensorEncoder)?) -> BoardScript.Content {
    encoder.map { .messages(messages(by: $0)) } ?? .samples(samples)
  }
}
