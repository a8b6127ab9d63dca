import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// Gestures by an accelerometer alone, by the built-in model.
@Suite struct AccelerometerTests {
  private static let labels = PackedModel.accelerometer.labels

  /// How many of the gestures, in random order, the recognizer names right of what a board with three axes sends.
  private func right(
    person: UInt64, errors: SensorErrors, turning: Double = 1
  ) throws -> Int {
    var writer = AirWriter(seed: person)
    writer.steadiness.coupling *= turning
    var random = SeededRandom(seed: person)
    let meant = Self.labels.shuffled(using: &random)
    let truth = try writer.trace(of: meant.map { "<\($0)>" }.joined())
    let trace = errors.apply(to: truth, seed: person).raw(.three)
    let model = PackedModel.accelerometer
    var recognizer = Recognizer(model: model)
    var events = trace.replaySamples.compactMap { recognizer.push($0.sample) }
    while let event = recognizer.finish() { events.append(event) }
    let named = events.map { event -> String? in
      if case .classification(let answer) = event { model.label(of: answer) } else { nil }
    }
    #expect(named.count == meant.count, "person \(person)")
    return zip(named, meant).count { $0 == $1 }
  }

  /// People 1 to 200 taught the model; these are others, every other one with a hobbyist's board.
  @Test func gesturesOfUnseenPeople() throws {
    var right = 0
    for person in UInt64(1_000_001)...1_000_093 {
      right += try self.right(
        person: person, errors: person.isMultiple(of: 2) ? .hobby : .phone)
    }
    print("gestures by an accelerometer alone: \(right) of 1023")
    #expect(right >= 993, "\(right) of 1023, people 1000001 to 1000093")
  }

  /// Wrists that turn four times as much as the simulated ones, 1 rad/m.
  @Test func gesturesOfHandsThatTurn() throws {
    var right = 0
    for person in UInt64(1_000_101)...1_000_193 {
      right += try self.right(person: person, errors: .phone, turning: 4)
    }
    print("the same of hands that turn: \(right) of 1023")
    #expect(right >= 972, "\(right) of 1023, people 1000101 to 1000193")
  }

  /// A board without a pen: the motion shows where a gesture begins and ends. A hand that holds still makes no motion, so
  /// `rest` is not among them.
  @Test func gesturesFoundByTheMotion() throws {
    let model = PackedModel.accelerometer
    var (right, all) = (0, 0)
    for person in UInt64(1_000_001)...1_000_093 {
      var writer = AirWriter(seed: person)
      writer.holdTime = 0.4
      var random = SeededRandom(seed: person)
      let meant = Self.labels.filter { $0 != "rest" }.shuffled(using: &random)
      let truth = try writer.trace(of: meant.map { "<\($0)>" }.joined())
      let trace = SensorErrors.phone.apply(to: truth, seed: person).raw(.three)
      var writing = WritingSettings.withoutButton
      writing.gates.remove(.retracing)
      var recognizer = Recognizer(
        model: model, parameters: RecognizerParameters(writing: writing))
      var named: [String?] = []
      func note(_ event: Event?) {
        if case .classification(let answer) = event { named.append(model.label(of: answer)) }
      }
      for replayed in trace.replaySamples { note(recognizer.push(replayed.sample)) }
      while let event = recognizer.finish() { note(event) }
      // In order; what is missing or too much counts as wrong.
      let difference = meant.difference(from: named.map { $0 ?? "" })
      right += meant.count - difference.insertions.count
      all += meant.count
    }
    print("gestures by an accelerometer alone, found by the motion: \(right) of \(all)")
    #expect(right * 100 >= all * 90, "\(right) of \(all), people 1000001 to 1000093")
  }

  /// A model that needs more than an accelerometer names nothing, and the samples are counted.
  @Test func lettersAreNotNamed() throws {
    let trace = try AirWriter(seed: 3).trace(of: "QU").raw(.three)
    var recognizer = Recognizer(model: PackedModel.simulatedAir)
    var events = trace.replaySamples.compactMap { recognizer.push($0.sample) }
    while let event = recognizer.finish() { events.append(event) }
    #expect(events.isEmpty)
    #expect(recognizer.counters.withoutAttitude.value == UInt32(trace.replaySamples.count))
  }

  /// A board that sends its attitude can be read by the same model.
  @Test func aBoardWithAttitudeDoesToo() throws {
    let trace = try AirWriter(seed: 1_000_201).trace(of: "<triangle><swipeUp><shake>")
    let model = PackedModel.accelerometer
    var recognizer = Recognizer(model: model)
    var events = trace.replaySamples.compactMap { recognizer.push($0.sample) }
    while let event = recognizer.finish() { events.append(event) }
    let named = events.map { event -> String? in
      if case .classification(let answer) = event { model.label(of: answer) } else { nil }
    }
    #expect(named == ["triangle", "swipeUp", "shake"])
  }
}
