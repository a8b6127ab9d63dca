import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

/// Letters that a rest of the hand splits, on boards without a button.
@Suite struct SplitLettersTests {
  private static let labels = PackedModel.simulatedAir.labels
  /// Letters that have a corner to rest at.
  private static let cornered = "ABDEFGHKLMNPQRTVWXYZ"

  /// What the recognizer reported, and when.
  private struct Told {
    var event: Event
    var end: UInt32
    var firstEnd: UInt32
    var time: UInt32

    var label: String? {
      if case .classification(let classification) = event {
        labels[Int(classification.label)]
      } else {
        nil
      }
    }
  }

  private static func tell(_ samples: [InertialSample], _ writing: WritingSettings) -> [Told] {
    var recognizer = Recognizer(
      model: PackedModel.simulatedAir, parameters: RecognizerParameters(writing: writing))
    var told: [Told] = []
    func note(_ event: Event, _ time: UInt32) {
      told.append(
        Told(
          event: event, end: recognizer.endOfLastStroke, firstEnd: recognizer.endOfFirstStroke,
          time: time))
    }
    for sample in samples {
      if let event = recognizer.push(sample) { note(event, sample.timestamp) }
    }
    while let event = recognizer.finish() { note(event, samples.last?.timestamp ?? 0) }
    return told
  }

  private static func written(
    _ text: String, seed: UInt64, hesitation: Double
  ) throws -> PenlessWriting {
    var person = AirWriter(seed: seed)
    person.style.hesitation = hesitation
    return try PenlessWriting(text, by: person, .phone, seed: seed)
  }

  private static func settings(_ penUpTime: UInt16) -> WritingSettings {
    var writing = WritingSettings.withoutButton
    writing.penUpTime = penUpTime
    return writing
  }

  /// How many letters of people that no model has met are one letter and the right one.
  private static func right(hesitation: Double, _ writing: WritingSettings) throws -> Double {
    var right = 0
    for seed in UInt64(9_200)..<9_216 {
      let written = try written(cornered, seed: seed, hesitation: hesitation)
      let start = written.samples[0].timestamp
      let told = tell(written.samples, writing)
      for (letter, place) in zip(cornered, written.letters) {
        let found = told.filter {
          let end = Double($0.end &- start) / 1e6
          return $0.label != nil && end > place.lowerBound && end < place.upperBound + 0.4
        }
        if found.map(\.label) == [String(letter)] { right += 1 }
      }
    }
    return Double(right) / Double(16 * cornered.count)
  }

  /// The letters of people who rest half a second and more at a corner of each are joined, most of them.
  @Test func whoRestsWithinALetterIsRead() throws {
    for (hesitation, least) in [(0.5, 0.7), (0.6, 0.65)] {
      let joined = try Self.right(hesitation: hesitation, .withoutButton)
      let pieces = try Self.right(hesitation: hesitation, Self.settings(0))
      print("rest of \(hesitation) s in each letter: right \(joined), without joining \(pieces)")
      #expect(joined >= least && pieces < 0.1)
    }
  }

  /// Who does not rest is read as before, a little later.
  @Test func whoDoesNotRestIsReadAsBefore() throws {
    for seed in UInt64(9_200)..<9_206 {
      let written = try Self.written(Self.cornered, seed: seed, hesitation: 0)
      let joined = Self.tell(written.samples, .withoutButton)
      let plain = Self.tell(written.samples, Self.settings(0))
      #expect(joined.map(\.event) == plain.map(\.event), "seed \(seed)")
      #expect(joined.map(\.end) == plain.map(\.end), "seed \(seed)")
      #expect(zip(joined, plain).allSatisfy { $0.time >= $1.time }, "seed \(seed)")
      #expect(joined.allSatisfy { $0.time &- $0.end <= 1_000_000 }, "seed \(seed)")
    }
  }

  /// Letters in quick succession, the hand resting 0.6 s between them and not on its way: few are joined, and the
  /// others are reported as if nothing had been joined.
  @Test func lettersInQuickSuccessionStayApart() throws {
    var (letters, right, before) = (0, 0, 0)
    for seed in UInt64(9_200)..<9_216 {
      let samples = try Self.inQuickSuccession(Self.cornered, seed: seed, pause: 0.6)
      let plain = Self.tell(samples, Self.settings(0))
      let joined = Self.tell(samples, .withoutButton)
      letters += Self.cornered.count
      before += plain.count { $0.label != nil }
      for told in plain where told.label != nil {
        if joined.contains(where: { $0.end == told.end && $0.label == told.label }) { right += 1 }
      }
    }
    print("letters 0.6 s apart: \(letters), read \(before), still read when joining: \(right)")
    #expect(before > letters * 9 / 10)
    #expect(Double(right) >= 0.97 * Double(before))
  }

  /// A hand that goes to the next letter so fast that its way is treated as a stroke: letters are not joined with
  /// the way, but for a few.
  @Test(arguments: [0.5...0.8, 0.7...1.0, 0.9...1.2])
  func theWayToTheNextLetterIsNoPieceOfIt(wayTime: ClosedRange<Double>) throws {
    var (letters, right, before) = (0, 0, 0)
    for seed in UInt64(9_200)..<9_212 {
      var person = AirWriter(seed: seed)
      person.wayTime = wayTime
      let written = try PenlessWriting(Self.cornered, by: person, .phone, seed: seed)
      letters += Self.cornered.count
      let start = written.samples[0].timestamp
      func count(_ told: [Told]) -> Int {
        zip(Self.cornered, written.letters).count { letter, place in
          told.contains {
            $0.label == String(letter)
              && abs(Double($0.end &- start) / 1e6 - place.upperBound) < 0.3
          }
        }
      }
      before += count(Self.tell(written.samples, Self.settings(0)))
      right += count(Self.tell(written.samples, .withoutButton))
    }
    print("way of \(wayTime) s: letters \(letters), read \(before), when joining \(right)")
    #expect(Double(right) >= 0.95 * Double(before))
  }

  private static func inQuickSuccession(
    _ text: String, seed: UInt64, pause: Double
  ) throws -> [InertialSample] {
    let trace = try AirWriter(seed: seed).trace(of: text)
    var samples: [InertialSample] = []
    func add(_ sample: InertialSample) {
      var sample = sample
      sample.pen = .up
      sample.timestamp = UInt32(samples.count) * 10_000
      samples.append(sample)
    }
    func rest(_ seconds: Double, like sample: InertialSample) {
      var sample = sample
      sample.acceleration = .linear(.zero)
      sample.angularRate = .zero
      for _ in 0..<Int(seconds * 100) { add(sample) }
    }
    for stroke in trace.strokes {
      let rows = stroke.rows.map { index in
        var row = trace.rows[index]
        row.specificForce = nil
        return row
      }.compactMap(InertialSample.init)
      guard let first = rows.first else { continue }
      rest(samples.isEmpty ? 2 : pause, like: first)
      for row in rows { add(row) }
    }
    if let last = samples.last { rest(2, like: last) }
    return samples
  }

  /// Every event of a letter has the times when its first stroke ended and when its last did.
  @Test func aJointLetterHasTwoEnds() throws {
    let written = try Self.written(Self.cornered, seed: 9_201, hesitation: 0.5)
    let told = Self.tell(written.samples, .withoutButton)
    let joint = told.filter { $0.end != $0.firstEnd }
    #expect(joint.count >= 10, "\(told)")
    for letter in joint {
      let between = Double(letter.end &- letter.firstEnd) / 1e6
      #expect(between > 0.5 && between < 3, "\(letter)")
    }
  }

  /// What is held is reported when the settings change, and at the end of all samples.
  @Test func whatIsHeldIsNotForgotten() throws {
    let samples = try Self.written("L", seed: 9_201, hesitation: 0).samples
    let plain = Self.tell(samples, Self.settings(0))
    let end = try #require(plain.first?.end)
    func push(_ recognizer: inout Recognizer) -> Event? {
      for sample in samples
      where Int32(bitPattern: end &+ 750_000 &- sample.timestamp) >= 0 {
        if let event = recognizer.push(sample) { return event }
      }
      return nil
    }
    let model = PackedModel.simulatedAir
    var held = Recognizer(
      model: model, parameters: RecognizerParameters(writing: .withoutButton))
    let early = push(&held)
    let waits = held.isReading
    #expect(early == nil && waits)
    let (last, none) = (held.finish(), held.finish())
    #expect(last == plain.first?.event && none == nil)
    var changed = Recognizer(
      model: model, parameters: RecognizerParameters(writing: .withoutButton))
    _ = push(&changed)
    changed.adopt(Self.settings(0))
    let told = changed.push(try #require(samples.last))
    #expect(told == plain.first?.event)
  }

  /// Whoever learns from a letter that was tried with the next one, in vain, finds its own numbers.
  @Test func aLetterThatStaysAloneKeepsItsNumbers() throws {
    let samples = try Self.inQuickSuccession("LVZ", seed: 9_203, pause: 0.6)
    func numbers(_ writing: WritingSettings) -> [[Int16]] {
      var recognizer = Recognizer(
        model: PackedModel.simulatedAir, parameters: RecognizerParameters(writing: writing))
      var all: [[Int16]] = []
      for sample in samples where recognizer.push(sample) != nil {
        var vector = recognizer.packedFeatures()
        all.append((0..<vector.count).map { vector[$0] })
      }
      return all
    }
    let (joined, plain) = (numbers(.withoutButton), numbers(Self.settings(0)))
    try #require(joined.count == 3 && plain.count == 3)
    for (tried, untried) in zip(joined, plain) {
      let worst = zip(tried, untried).map { abs(Int($0) - Int($1)) }.max() ?? .max
      #expect(worst <= 160, "a hundredth in Q1.14: \(worst)")
    }
  }
}
