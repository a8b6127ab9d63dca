import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct RecognizerTests {
  @Test func strokeInTheAirGivesOneClassification() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var events: [Event] = []
    for sample in Self.line(along: [0, -1, 0]) {
      if let event = recognizer.push(sample) { events.append(event) }
    }
    #expect(events.count == 1)
    guard case .classification(let classification) = events.first else {
      Issue.record("no verdict but \(events)")
      return
    }
    #expect(classification.label == 1, "a line down the page")
    #expect(recognizer.counters.samples.value == 62)
  }

  @Test func directionIsReadInTheBoardsOwnPlane() throws {
    for (direction, label) in [(SIMD3(1.0, 0, 0), 0), ([0, -1, 0], 1)] {
      var recognizer = Recognizer(model: try tiltModel())
      var last: Event?
      for sample in Self.line(along: direction) { last = recognizer.push(sample) ?? last }
      guard case .classification(let classification) = last else {
        Issue.record("no verdict")
        return
      }
      #expect(Int(classification.label) == label)
    }
  }

  @Test func gapWithinAStrokeAbandonsItAndTheNextOneIsFine() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var events: [Event] = []
    for (index, sample) in Self.line(along: [1, 0, 0]).enumerated() {
      var late = sample
      if index > 30 { late.timestamp &+= 500_000 }
      if let event = recognizer.push(late) { events.append(event) }
    }
    #expect(events == [.abandoned(.gap)])
    #expect(recognizer.counters.gaps.value == 1)
    for sample in Self.line(along: [1, 0, 0], from: 5_000_000) {
      if let event = recognizer.push(sample) { events.append(event) }
    }
    #expect(events.count == 2)
  }

  @Test func penTouchedByAccidentIsNoLetter() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var sample = Self.line(along: [1, 0, 0])[0]
    sample.pen = .down
    #expect(recognizer.push(sample) == nil)
    sample.pen = .up
    sample.timestamp &+= 10_000
    #expect(recognizer.push(sample) == .abandoned(.tooShort))
    sample.timestamp &+= 10_000
    #expect(recognizer.push(sample) == nil)
  }

  @Test func fullBufferEndsTheStrokeOnce() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var events: [(index: Int, event: Event)] = []
    for index in 0..<1_500 {
      let sample = InertialSample(
        timestamp: UInt32(index) * 10_000,
        acceleration: .linear(Vector3<23>(SIMD3(index % 20 < 10 ? 1.0 : -1, 0, 0))),
        attitude: .identity, pen: index < 1_400 ? .down : .up)
      if let event = recognizer.push(sample) { events.append((index, event)) }
    }
    #expect(events.count == 1)
    // 961 slots are read in 31 slices, twice.
    #expect(events.first?.index == Recognizer.capacity + 61)
    #expect(recognizer.counters.fullStrokes.value == 1)
  }

  @Test func samplesWithoutAttitudeAreCountedAndLeftOut() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var classifications = 0
    for sample in Self.line(along: [1, 0, 0]) {
      var blind = sample
      blind.attitude = nil
      if recognizer.push(blind) != nil { classifications += 1 }
    }
    #expect(classifications == 0)
    #expect(recognizer.counters.withoutAttitude.value == 62)
  }

  @Test func penUpWithoutAttitudeStillEndsTheStroke() throws {
    var recognizer = Recognizer(model: try tiltModel())
    var event: Event?
    for sample in Self.line(along: [1, 0, 0]) {
      var copy = sample
      if copy.pen == .up { copy.attitude = nil }
      event = recognizer.push(copy) ?? event
    }
    guard case .classification = event else {
      Issue.record("no verdict but \(String(describing: event))")
      return
    }
  }

  @Test func wrappedClockDoesNotDisturbAStroke() throws {
    var plain = Recognizer(model: try tiltModel())
    var wrapped = Recognizer(model: try tiltModel())
    let samples = Self.line(along: [0.6, -0.8, 0])
    for sample in samples {
      var late = sample
      late.timestamp &+= .max &- 300_000
      #expect(plain.push(sample) == wrapped.push(late))
    }
  }

  @Test func touchStrokeIsScoredByTheSameModel() throws {
    var recognizer = Recognizer(model: try tiltModel())
    for step in Int32(0)..<20 {
      let event = recognizer.push(
        touchX: 100, y: 100 &+ step &* 10, timestamp: UInt32(step) * 16_667, pen: .down,
        minimumSize: 100)
      #expect(event == nil)
    }
    #expect(
      recognizer.push(touchX: 0, y: 0, timestamp: 400_000, pen: .up, minimumSize: 100) == nil)
    guard case .classification(let classification) = recognizer.finish() else {
      Issue.record("no verdict")
      return
    }
    #expect(classification.label == 1)
  }

  /// A board that lies still with a biased sensor: without the correction the bias is integrated, with it
  /// the velocity is 0 and the position is back where the rest began.
  @Test(arguments: [0.0, 2.0])
  func restWithinAStrokeTakesTheDriftBack(damping: Double) throws {
    var positions: [Double] = []
    for correctsAtRest in [false, true] {
      var parameters = RecognizerParameters(correctsAtRest: correctsAtRest)
      parameters.motion.integrator.rule = IntegrationRule(
        scheme: .halfStep, damping: Fixed(damping))
      var recognizer = Recognizer(model: try tiltModel(), parameters: parameters)
      for index in UInt32(0)..<100 {
        let sample = InertialSample(
          timestamp: index &* 10_000, acceleration: .linear(Vector3<23>(SIMD3(0.3, 0, 0))),
          attitude: .identity, pen: index > 0 ? .down : .up)
        #expect(recognizer.push(sample) == nil)
      }
      positions.append(recognizer.tracker.integrator.position.x.double)
      if correctsAtRest { #expect(recognizer.tracker.integrator.velocity == .zero) }
    }
    // a t²/2, or damped a/α² (1 − (1 + α t) e^(−α t)): 0.147 and 0.044 m after 0.99 s.
    #expect(positions[0] > 0.04)
    #expect(abs(positions[1]) < 1e-4, "\(positions)")
  }

  /// With the pen up the hand moves on. With `resetsWithPen` each stroke begins at zero, else with the drift of all before.
  @Test(arguments: [true, false])
  func velocityAndPositionAreZeroUntilThePenIsDown(resetsWithPen: Bool) throws {
    var recognizer = Recognizer(
      model: try tiltModel(),
      parameters: RecognizerParameters(resetsWithPen: resetsWithPen, removesDrift: false))
    for index in UInt32(0)..<100 {
      let sample = InertialSample(
        timestamp: index &* 10_000, acceleration: .linear(Vector3<23>(SIMD3(0.3, 0, 0))),
        attitude: .identity, pen: .up)
      #expect(recognizer.push(sample) == nil)
    }
    let position = recognizer.tracker.integrator.position.x.double
    // a t²/2 after 0.99 s.
    #expect(resetsWithPen ? position == 0 : abs(position - 0.147) < 0.002, "\(position)")
    #expect((recognizer.tracker.integrator.velocity == .zero) == resetsWithPen)
  }

  /// Whatever arrives, in whatever order: no trap, and every stroke ends in at most one event.
  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func anySamplesAtAll() throws {
    let seed: UInt64 = 150
    let random = SeededRandom(seed: seed)
    for correctsAtRest in [false, true] {
      var recognizer = Recognizer(
        model: try tiltModel(),
        parameters: RecognizerParameters(correctsAtRest: correctsAtRest))
      var stream = AnySamples(random: random)
      var (events, penDowns, wasDown) = (0, 0, false)
      for _ in 0..<200_000 {
        let sample = stream.next()
        if sample.pen == .down && !wasDown { penDowns += 1 }
        wasDown = sample.pen == .down
        if recognizer.push(sample) != nil { events += 1 }
        let v = recognizer.tracker.integrator.velocity
        #expect(v.isWithin(.max), "seed \(seed)")
      }
      #expect(events <= penDowns, "seed \(seed)")
      #expect(events > 100, "seed \(seed): the generator must produce strokes")
    }
  }

  /// A push of the board from rest to rest within half a second, pen down meanwhile.
  static func line(along direction: SIMD3<Double>, from start: UInt32 = 0) -> [InertialSample] {
    (0..<62).map { index in
      let isDown = (5..<56).contains(index)
      let sign = index < 31 ? 1.0 : -1
      let a = isDown && index > 5 ? direction * 4 * sign : .zero
      return InertialSample(
        timestamp: start &+ UInt32(index) * 10_000, acceleration: .linear(Vector3<23>(a)),
        attitude: .identity, pen: isDown ? .down : .up)
    }
  }

  /// Two labels: 0 for movement to the right, 1 for movement down.
  private func tiltModel() throws -> LinearModel {
    var weights = [Int16](repeating: 0, count: 2 * 28)
    for zone in 0..<9 {
      weights[3 * zone + 1] = 1_000
      weights[28 + 3 * zone + 2] = 1_000
    }
    let model = LinearModel(
      labels: ["A", "B"], weights: weights.span, weightStep: Fixed(0.001))
    return try #require(model)
  }
}
