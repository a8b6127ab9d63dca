import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

/// The work of a stroke's end is spread over the samples that follow: whatever they are, it comes to
/// the same, at a known sample.
@Suite struct SpreadTests {
  /// Strokes of any size are read: some of these do not leave their place.
  private static let anySize = RecognizerParameters(minimumSize: .zero)

  /// The pen goes down again after 1, 2, … samples, so that the second stroke begins in every slice of the
  /// first one's reading, and it too is read while a third is written.
  @Test(arguments: [2, 30, 31, 32, 95, 200, 500])
  func hurriedWritingGetsTheClassificationsOfUnhurriedWriting(count: Int) throws {
    let seed: UInt64 = 170
    var writer = Scribbler(random: SeededRandom(seed: seed))
    for pause in 1...Self.delay(of: count) + 2 {
      let strokes = [count, 2 + pause, count].map { writer.stroke(of: $0, pause: pause) }
      var hurried = try Self.recognizer()
      var events = strokes.joined().compactMap { hurried.push($0) }
      while let event = hurried.finish() { events.append(event) }
      let unhurried = try strokes.map { stroke in
        var alone = try Self.recognizer()
        return stroke.compactMap { alone.push($0) }.first ?? alone.finish()
      }
      #expect(events == unhurried.compactMap { $0 }, "seed \(seed) pause \(pause)")
      #expect(events.count == 3)
    }
  }

  /// The event of a stroke of n points is due 2⌈(n + 1)/32⌉ − 1 samples after the one that lifted the pen,
  /// whether these have an attitude or not, and has the time when the stroke ended.
  @Test func theClassificationComesAtTheSampleThatIsPromised() throws {
    var writer = Scribbler(random: SeededRandom(seed: 171))
    var recognizer = try Self.recognizer()
    for count in [2, 3, 30, 31, 32, 33, 62, 63, 64, 500, 959, 960] {
      for sample in writer.stroke(of: count, pause: 1) { #expect(recognizer.push(sample) == nil) }
      let end = writer.clock
      for _ in 1..<Self.delay(of: count) { #expect(recognizer.push(writer.up()) == nil) }
      var blind = writer.up()
      blind.attitude = nil
      guard case .classification = recognizer.push(blind) else {
        Issue.record("no verdict on \(count) points")
        return
      }
      #expect(recognizer.endOfLastStroke == end)
      #expect(recognizer.isReading == false)
    }
  }

  /// The same by a packed model, which needs more samples after the last slice.
  @Test(arguments: [2, 31, 95, 200, 500])
  func hurriedWritingGetsThePackedClassificationsOfUnhurriedWriting(count: Int) throws {
    let seed: UInt64 = 176
    var writer = Scribbler(random: SeededRandom(seed: seed))
    let model = try Self.packedModel()
    for pause in stride(from: 1, through: Self.delay(of: count) + 24, by: 3) {
      let strokes = [count, 2 + pause, count].map { writer.stroke(of: $0, pause: pause) }
      var hurried = Recognizer(model: model.model, parameters: Self.anySize)
      var events = strokes.joined().compactMap { hurried.push($0) }
      while let event = hurried.finish() { events.append(event) }
      let unhurried = strokes.map { stroke in
        var alone = Recognizer(model: model.model, parameters: Self.anySize)
        return stroke.compactMap { alone.push($0) }.first ?? alone.finish()
      }
      #expect(events == unhurried.compactMap { $0 }, "seed \(seed) pause \(pause)")
      #expect(events.count == 3)
    }
  }

  /// Of a packed model with `airPath`, 40 hidden units and 26 labels the event is due 10 samples later, if the
  /// path need not be thinned.
  @Test func thePackedClassificationComesAtTheSampleThatIsPromised() throws {
    var writer = Scribbler(random: SeededRandom(seed: 177))
    let model = try Self.packedModel()
    var recognizer = Recognizer(model: model.model, parameters: Self.anySize)
    for count in [2, 3, 30, 31, 32, 33, 62, 63, 64, 90] {
      for sample in writer.stroke(of: count, pause: 1) { #expect(recognizer.push(sample) == nil) }
      let end = writer.clock
      for _ in 1..<Self.delay(of: count) + 10 { #expect(recognizer.push(writer.up()) == nil) }
      let isReading = recognizer.isReading
      #expect(isReading)
      guard case .classification = recognizer.push(writer.up()) else {
        Issue.record("no verdict on \(count) points")
        return
      }
      #expect(recognizer.endOfLastStroke == end)
      #expect(recognizer.isReading == false)
    }
  }

  /// What the device scores is what training sees of the same stroke.
  @Test(arguments: FeatureSet.allCases)
  func theClassificationIsThatOfTheFinishedFeatures(set: FeatureSet) throws {
    let seed: UInt64 = 178
    var writer = Scribbler(random: SeededRandom(seed: seed))
    let model = try Self.packedModel(set)
    for count in [2, 40, 300] {
      let stroke = writer.stroke(of: count, pause: 1)
      var asked = Recognizer(model: model.model, parameters: Self.anySize)
      var taught = Recognizer(parameters: Self.anySize)
      var inclination = InclinationFilter()
      for sample in stroke {
        _ = asked.push(sample)
        _ = taught.push(set.needsAccelerationOnly ? inclination.inclined(sample) : sample)
      }
      let finished = taught.finishedFeatures(set)
      let vector = try #require(finished)
      let event = asked.finish()
      #expect(
        event == .classification(ModelScorer.classification(model.model, on: vector)),
        "seed \(seed)")
    }
  }

  /// The longest strokes, with the pen up for a single sample in between.
  @Test func nothingIsLostBetweenTheLongestStrokes() throws {
    var writer = Scribbler(random: SeededRandom(seed: 172))
    var recognizer = try Self.recognizer()
    var (events, expected): ([Event], [Event]) = ([], [])
    for _ in 0..<6 {
      let stroke = writer.stroke(of: Recognizer.capacity, pause: 1)
      events += stroke.compactMap { recognizer.push($0) }
      var alone = try Self.recognizer()
      expected += stroke.compactMap { alone.push($0) }
      while let event = alone.finish() { expected.append(event) }
    }
    while let event = recognizer.finish() { events.append(event) }
    #expect(events == expected)
    #expect(events.count == 6)
    #expect(recognizer.counters.fullStrokes.value == 0)
  }

  /// After the longest stroke, strokes of 80 ms: as fast as eight can wait. Still shorter ones find no
  /// room, which is counted.
  @Test(arguments: [(8, false), (2, true)])
  func aFlurryOfShortStrokes(count: Int, isTooFast: Bool) throws {
    var writer = Scribbler(random: SeededRandom(seed: 173))
    var recognizer = try Self.recognizer()
    var events = 0
    let strokes =
      [writer.stroke(of: 960, pause: 1)]
      + (0..<40).map { _ in writer.stroke(of: count, pause: 1) }
    for sample in strokes.joined() where recognizer.push(sample) != nil { events += 1 }
    while recognizer.finish() != nil { events += 1 }
    let lost = Int(recognizer.counters.fullStrokes.value)
    #expect(events + lost == 41)
    #expect((lost > 0) == isTooFast, "\(lost) lost")
  }

  /// A touch stroke and one in the air, each read while the other is written.
  @Test func touchAndAirTakeTurns() throws {
    var writer = Scribbler(random: SeededRandom(seed: 174))
    var recognizer = try Self.recognizer()
    var events: [Event] = []
    for _ in 0..<5 {
      events += writer.stroke(of: 300, pause: 1).compactMap { recognizer.push($0) }
      for step in Int32(0)...100 {
        let event = recognizer.push(
          touchX: step &* step, y: 100 &* step, timestamp: UInt32(step) * 10_000,
          pen: step < 100 ? .down : .up, minimumSize: 1)
        if let event { events.append(event) }
      }
    }
    while let event = recognizer.finish() { events.append(event) }
    #expect(events.count == 10)
    let touch = stride(from: 1, to: 10, by: 2).map { events[$0] }
    #expect(Set(touch.map { "\($0)" }).count == 1)
  }

  private static func delay(of count: Int) -> Int {
    2 * ((count + StrokeQueue.slice) / StrokeQueue.slice) - 1
  }

  private static func packedModel(_ set: FeatureSet = .airPath) throws -> NetworkModel {
    if set == .airSequence {
      return try NetworkModel(RandomSequenceModel(.board, seed: 179).bytes, name: "random")
    }
    var random = SeededRandom(seed: 179)
    func layer(_ inputs: Int, _ outputs: Int) -> ModelPacker.Layer {
      ModelPacker.Layer(
        rows: (0..<outputs).map { _ in
          (0..<inputs).map { _ in Int8(random.index(below: 255) - 127) }
        }, biases: [Int32](repeating: 100, count: outputs))
    }
    let header = ModelPacker.Header(
      featureSet: set, labels: (0..<26).map { "L\($0)" }, origin: "random", hiddenShift: 7,
      scoreStep: Fixed(bits: 100_000))
    let layers = [layer(set.count, 40), layer(40, 26)]
    return try NetworkModel(ModelPacker.bytes(header, layers: layers), name: "test")
  }

  private static func recognizer() throws -> Recognizer {
    var random = SeededRandom(seed: 175)
    let weights = (0..<26 * 28).map { _ in Int16(random.index(below: 4_000) - 2_000) }
    let model = LinearModel(
      labels: LinearModel.lab.labels, weights: weights.span, weightStep: Fixed(0.001))
    return Recognizer(model: try #require(model), parameters: Self.anySize)
  }
}

/// Writes strokes of any length, no letters.
private struct Scribbler {
  var random: SeededRandom
  private(set) var clock: UInt32 = 0

  init(random: SeededRandom) { self.random = random }

  /// A stroke of `count` points and `pause` samples with the pen up.
  mutating func stroke(of count: Int, pause: Int) -> [InertialSample] {
    let push = random.direction() * 5
    return (0..<count + pause).map { index in
      sample(
        index % 20 < 10 ? push : random.direction() * 5, pen: index < count ? .down : .up)
    }
  }

  /// A sample with the pen up.
  mutating func up() -> InertialSample { sample(.zero, pen: .up) }

  private mutating func sample(_ a: ReferenceVector, pen: PenState) -> InertialSample {
    clock &+= UInt32(8_000 + random.index(below: 4_000))
    let turned = ReferenceQuaternion(rotationVector: random.direction() * 0.1)
    return InertialSample(
      timestamp: clock, acceleration: .linear(Vector3<23>(a)), attitude: UnitQuaternion(turned),
      pen: pen)
  }
}
