import QuillonFusion
import QuillonRecordings
import QuillonSimulator

/// A text that a simulated person writes in the air, as a simulated board measures it.
struct SimulatedText {
  /// The text: capital letters, gestures in angle brackets, and spaces for pauses.
  let text: String
  /// The samples of the board, 100 rows a second.
  let trace: Trace

  /// Changes small letters to capitals. Names of gestures in angle brackets stay unchanged.
  private static func capitals(of text: String) -> String {
    text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      let name = index == 0 ? "" : part.prefix { $0 != ">" }
      return (index == 0 ? "" : "<") + name + part.dropFirst(name.count).uppercased()
    }.joined()
  }

  /// How long a raw board lies still first, s. Gravity and bias need 3 s.
  private static let lyingTime = 4.0

  /// How long the hand rests before and after each letter if the board has no pen, s.
  private static let holdTime = 0.4

  /// Writes `text` as the person with the number `seed`. Small letters become capitals. `<shake>`
  /// is a gesture.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - seed: Chooses the person and the board's errors.
  ///   - sensors: What the board measures.
  ///   - speech: The format in which the samples will be sent. The person waits and rests more if
  ///     the format has no pen or no attitude.
  ///   - holdsStill: True if the hand rests between letters even though the format has a pen.
  /// - Throws: `HandwritingError` for anything except letters from A to Z, dashes, gestures and spaces.
  ///   `ToolError` for an empty text.
  init(
    _ text: String, seed: UInt64, sensors: SensorOptions, speech: (any SensorEncoder)? = nil,
    holdsStill: Bool = false
  ) throws {
    guard text.contains(where: { $0 != " " }) else {
      throw ToolError(
        "the text is empty: give letters from A to Z with --text", code: .misuse)
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
  /// The samples of this trace.
  var samples: [InertialSample] { replaySamples.map(\.sample) }

  /// What a virtual board sends of this trace: messages of this format, or Quillon's own packets.
  func content(by encoder: (any SensorEncoder)?) -> BoardScript.Content {
    encoder.map { .messages(messages(by: $0)) } ?? .samples(samples)
  }
}
