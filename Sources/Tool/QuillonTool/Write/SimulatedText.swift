import QuillonConversions
import QuillonFusion
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator

/// A text that a simulated person writes in the air, as a simulated board measures it.
struct SimulatedText {
  /// The text: capital letters, digits, gestures in angle brackets, and spaces for pauses.
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

  /// The labels of the letters, digits and gestures of `text`. Small letters count as capitals. Empty for a text that cannot be written.
  static func labels(of text: String) -> [String] {
    let figures = (try? Figure.figures(of: capitals(of: text))) ?? []
    return figures.map(\.name).filter { !$0.isEmpty }
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
  ///   - range: The full scales of the board's sensors. What is nil is as usual.
  ///   - rests: How many seconds the hand rests at a space.
  /// - Throws: `HandwritingError` for anything except letters from A to Z, digits, dashes, gestures and spaces.
  ///   `ToolError` for an empty text.
  init(
    _ text: String, seed: UInt64, sensors: SensorOptions, speech: (any SensorEncoder)? = nil,
    holdsStill: Bool = false, range: SensorRange = SensorRange(), rests: Int = 1
  ) throws {
    guard text.contains(where: { $0 != " " }) else {
      throw ToolError(
        "the text is empty: give letters from A to Z or digits with --text", code: .misuse)
    }
    self.text = Self.capitals(of: text)
    var writer = sensors.wrist ? AirWriter(wearing: seed) : AirWriter(seed: seed)
    writer.earthField = sensors.earthField
    if sensors.raw != nil || speech?.sendsAttitude == false { writer.lyingTime = Self.lyingTime }
    if holdsStill || sensors.wrist || speech?.sendsPen == false { writer.holdTime = Self.holdTime }
    let figures = self.text.replacing(" ", with: String(repeating: " ", count: rests))
    trace = sensors.measured(try writer.trace(of: figures), seed: seed, range: range)
  }
}

extension SensorOptions {
  /// What the board `seed` sends of a true trace. If ranges are given, the trace names them in a comment, as a recording does.
  func measured(_ truth: Trace, seed: UInt64, range: SensorRange) -> Trace {
    var errors = SensorErrors.phone
    errors.magnets = magnets
    errors.accelerometer.limit(to: range.force)
    errors.gyroscope.limit(to: range.rate)
    var measured = errors.apply(to: truth, seed: seed)
    if let comment = Trace.comment(on: range) { measured.comments.append(comment) }
    return sent(measured)
  }

  /// What the board `seed` sends while it lies still for `seconds`, 100 rows a second.
  func still(for seconds: Double, seed: UInt64, range: SensorRange) throws -> Trace {
    var writer = wrist ? AirWriter(wearing: seed) : AirWriter(seed: seed)
    (writer.earthField, writer.lyingTime) = (earthField, seconds)
    // A person who pauses picks the board up only after that time.
    var truth = try writer.trace(of: " ")
    truth.rows.removeAll { $0.time > seconds }
    truth.comments = ["simulated: a board at rest, writer \(seed), 100 Hz"]
    return measured(truth, seed: seed, range: range)
  }
}

extension SensorChannel {
  /// Gives the sensor this full scale, with a resolution of 16 bits.
  fileprivate mutating func limit(to fullScale: Double?) {
    guard let fullScale else { return }
    (range, resolution) = (fullScale, fullScale / 32_768)
  }
}

extension Trace {
  /// How many samples have a component at the end of these ranges, in words.
  func clippedWords(_ range: SensorRange) -> String {
    func isClipped(_ vector: ReferenceVector?, _ limit: Double?) -> Bool {
      guard let vector, let limit else { return false }
      return max(vector.max(), -vector.min()) >= limit
    }
    let force = rows.map { isClipped($0.specificForce, range.force) }
    let rate = rows.map { isClipped($0.angularRate, range.rate) }
    let both = zip(force, rate).count { $0 || $1 }
    return """
      \(range): \(both) of \(rows.count) samples clipped (accelerometer \(force.count { $0 }), gyroscope \(rate.count { $0 }))
      """
  }

  /// The samples of this trace.
  var samples: [InertialSample] { replaySamples.map(\.sample) }

  /// What a virtual board sends of this trace: messages of this format, or Quillon's own packets.
  func content(by encoder: (any SensorEncoder)?) -> BoardScript.Content {
    encoder.map { .messages(messages(by: $0)) } ?? .samples(samples)
  }
}
