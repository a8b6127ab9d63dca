import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

/// Boards that send no attitude: the recognizer fuses what their sensors read.
@Suite struct RawBoardTests {
  /// What a board with a telephone's sensors sends; it lies still for `lyingTime` seconds first.
  private func samples(
    _ text: String, seed: UInt64, axes: RawAxes?, lyingTime: Double = 4
  ) throws -> [InertialSample] {
    var writer = AirWriter(seed: seed)
    writer.lyingTime = lyingTime
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: text), seed: seed)
    return (axes.map { trace.raw($0) } ?? trace).replaySamples.map(\.sample)
  }

  private func recognizer() -> Recognizer { Recognizer(model: StandardModel.makeModel()) }

  private func events(
    of samples: [InertialSample], by recognizer: inout Recognizer
  ) -> [Event] {
    var events = samples.compactMap { recognizer.push($0) }
    while let event = recognizer.finish() { events.append(event) }
    return events
  }

  /// The letters among them; a stroke that was given up is a dot.
  private func word(_ events: [Event]) -> String {
    let labels = "\(StandardModel.labels)".split(separator: " ")
    return events.map { event in
      guard case .classification(let classification) = event else { return "." }
      return String(labels[Int(classification.label)])
    }.joined()
  }

  @Test(arguments: [RawAxes.six, .nine])
  func lettersAreRecognizedFromRawSensors(axes: RawAxes) throws {
    var right = 0
    for seed in UInt64(1)...10 {
      var recognizer = recognizer()
      let samples = try samples("QUILLON", seed: seed, axes: axes)
      let word = word(events(of: samples, by: &recognizer))
      #expect(word.count == 7, "seed \(seed): \(word)")
      right += zip(word, "QUILLON").count { $0 == $1 }
      #expect(recognizer.counters.notConverged.value > 100)
    }
    #expect(right >= 68, "\(right) of 70")
  }

  /// Fused attitudes do as well as those that the board computes, letter for letter.
  @Test func fusedAndGivenAttitudesTellTheSameLetters() throws {
    var same = 0
    for seed in UInt64(40)..<50 {
      var raw = recognizer()
      var given = recognizer()
      let rawWord = word(events(of: try samples("ABCXYZ", seed: seed, axes: .six), by: &raw))
      let givenWord = word(events(of: try samples("ABCXYZ", seed: seed, axes: nil), by: &given))
      same += zip(rawWord, givenWord).count { $0 == $1 }
      #expect(given.counters.notConverged.value == 0)
    }
    #expect(same >= 58, "\(same) of 60")
  }

  @Test func strokesBeforeTheAttitudeHasSettledAreGivenUpAndTold() throws {
    var recognizer = recognizer()
    let samples = try samples("LLLL", seed: 2, axes: .six, lyingTime: 0)
    let events = events(of: samples, by: &recognizer)
    #expect(events.count == 4)
    #expect(events.first == .abandoned(.notConverged))
    #expect(recognizer.counters.notConverged.value > 100)
    let notConverged = events.count { $0 == .abandoned(.notConverged) }
    #expect(recognizer.counters.strokesBeforeConvergence.value == notConverged)
    #expect(recognizer.tracker.integrator.velocity == .zero)
  }

  /// A board that is held from the start is read once it knows gravity, however large the bias of its gyroscope is.
  @Test(arguments: [0.5, 2, 4])
  func lettersOfAHeldBoardAreReadAfterThreeSeconds(bias: Double) throws {
    var errors = SensorErrors.hobby
    errors.gyroscope.bias = bias * .pi / 180
    var right = 0
    for seed in UInt64(1)...12 {
      var recognizer = Recognizer(model: AirModel.makeModel())
      let writer = AirWriter(seed: seed)
      let trace = errors.apply(to: try writer.trace(of: "QUILBDHE"), seed: seed)
      let events = events(of: trace.raw(.six).replaySamples.map(\.sample), by: &recognizer)
      let beginnings = trace.strokes.map { trace.rows[$0.rows.lowerBound].time }
      #expect(events.count == 8 && beginnings.count == 8)
      for (index, event) in events.enumerated() where beginnings[index] > 3.1 {
        guard case .classification(let found) = event else {
          Issue.record("seed \(seed), letter \(index): \(event)")
          continue
        }
        let letter = "QUILBDHE".dropFirst(index).first
        right += AirModel.makeModel().label(of: found) == letter.map(String.init) ? 1 : 0
      }
    }
    #expect(right >= 80, "\(right) of 84")
  }

  /// The same where the motion tells of the pen: who writes at once is told so, and the later letters are read.
  @Test func strokesFoundByTheMotionBeforeTheAttitudeHasConvergedAreToldToo() throws {
    for seed in UInt64(1)...6 {
      var recognizer = Recognizer(
        model: StandardModel.makeModel(),
        parameters: RecognizerParameters(writing: WritingSettings(pen: .motion)))
      let writing = try PenlessWriting(
        "LLLLLL", by: AirWriter(seed: seed), .phone, seed: seed, lyingTime: 0)
      let events = events(of: writing.samples, by: &recognizer)
      let lost = events.count { $0 == .abandoned(.notConverged) }
      #expect(lost >= 1 && events.prefix(lost).allSatisfy { $0 == .abandoned(.notConverged) })
      #expect(recognizer.counters.strokesBeforeConvergence.value == lost)
      #expect(events.count == 6, "seed \(seed): \(events)")
    }
  }

  /// A board that lies still while its attitude converges has lost no stroke.
  @Test func aBoardThatLiesStillHasLostNothing() throws {
    var recognizer = Recognizer(
      model: StandardModel.makeModel(),
      parameters: RecognizerParameters(writing: WritingSettings(pen: .motion)))
    let events = events(of: try samples("L", seed: 5, axes: .six), by: &recognizer)
    #expect(!events.contains(.abandoned(.notConverged)), "\(events)")
    #expect(recognizer.counters.strokesBeforeConvergence.value == 0)
  }

  @Test func aGapMakesTheAttitudeUnsettled() throws {
    var recognizer = recognizer()
    var samples = try samples("LL", seed: 3, axes: .six)
    let second = try #require(samples.lastIndex { $0.pen == .down })
    let start = try #require(samples[..<second].lastIndex { $0.pen == .up })
    for index in samples.indices where index > start + 20 { samples[index].timestamp &+= 5_000_000 }
    let events = events(of: samples, by: &recognizer)
    #expect(events.count == 2)
    #expect(events.last == .abandoned(.notConverged))
    guard case .classification = events.first else {
      Issue.record("no verdict but \(events)")
      return
    }
  }

  @Test func rawSamplesWithoutAngularRateAreLeftOut() throws {
    var recognizer = recognizer()
    var samples = try samples("L", seed: 4, axes: .six)
    for index in samples.indices { samples[index].angularRate = nil }
    #expect(events(of: samples, by: &recognizer).isEmpty)
    #expect(recognizer.counters.withoutAttitude.value == UInt32(samples.count))
    #expect(recognizer.counters.notConverged.value == 0)
  }
}
