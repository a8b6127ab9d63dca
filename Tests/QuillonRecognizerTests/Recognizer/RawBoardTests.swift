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

  private func recognizer() -> Recognizer { Recognizer(model: LinearModel.lab) }

  private func events(
    of samples: [InertialSample], by recognizer: inout Recognizer
  ) -> [Event] {
    var events = samples.compactMap { recognizer.push($0) }
    while let event = recognizer.finish() { events.append(event) }
    return events
  }

  /// The letters among them; a stroke that was given up is a dot.
  private func word(_ events: [Event]) -> String {
    let labels = LinearModel.lab.labels
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
      #expect(recognizer.counters.notConverged.value == 0)
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

  /// Who writes at once loses nothing: the first letter begins 0.2 s after the first sample.
  @Test func aLetterIsReadBeforeGravityIsKnown() throws {
    let model = PackedModel.air
    var right = 0
    for (seed, letter) in (UInt64(1)...4).flatMap({ seed in "LOVESQUZ".map { (seed, $0) } }) {
      var recognizer = Recognizer(model: model)
      let samples = try samples(String(letter), seed: seed, axes: .six, lyingTime: 0)
      let start = try #require(samples.firstIndex { $0.pen == .down })
      let events = events(of: Array(samples[max(start - 20, 0)...]), by: &recognizer)
      #expect(events.count == 1)
      if case .classification(let found) = events.first, model.label(of: found) == String(letter) {
        right += 1
      }
    }
    #expect(right >= 29, "\(right) of 32")
  }

  /// A board that is switched on in the hand is read at once, however large the bias of its gyroscope is.
  @Test(arguments: [0.5, 2, 4])
  func lettersOfAHeldBoardAreReadAtOnce(bias: Double) throws {
    var errors = SensorErrors.hobby
    errors.gyroscope.bias = bias * .pi / 180
    let model = PackedModel.air
    var (asked, right) = (0, 0)
    for (seed, delay) in (UInt64(1)...24).flatMap({ seed in [0, 0.25].map { (seed, $0) } }) {
      var recognizer = Recognizer(model: model)
      let writer = AirWriter(seed: seed)
      let trace = errors.apply(to: try writer.trace(of: "QUILBDHE"), seed: seed)
      let events = events(
        of: trace.raw(.six).replaySamples.map(\.sample).filter {
          Double($0.timestamp) >= delay * 1e6
        }, by: &recognizer)
      #expect(events.count == 8 && trace.strokes.count == 8)
      for (stroke, (event, letter)) in zip(trace.strokes, zip(events, "QUILBDHE"))
      where trace.rows[stroke.rows.lowerBound].time > delay + 0.05 {
        asked += 1
        guard case .classification(let found) = event else {
          Issue.record("seed \(seed), \(letter): \(event)")
          continue
        }
        right += model.label(of: found) == String(letter) ? 1 : 0
      }
    }
    #expect(asked >= 7 * 48)
    #expect(Double(right) >= 0.98 * Double(asked), "\(right) of \(asked)")
  }

  /// A raw board reports when it is ready, and again after a gap. One that sends its attitude is ready at once.
  @Test func theAttitudeIsKnownAfterHalfASecond() throws {
    func known(_ samples: [InertialSample]) -> [Double] {
      var recognizer = recognizer()
      var (times, before) = ([Double](), false)
      for sample in samples {
        _ = recognizer.push(sample)
        if recognizer.knowsAttitude, !before {
          times.append(Double(sample.timestamp &- samples[0].timestamp) / 1e6)
        }
        before = recognizer.knowsAttitude
      }
      return times
    }
    var raw = Array(try samples("L", seed: 11, axes: .six).prefix(200))
    for index in 100..<200 { raw[index].timestamp &+= 200_000 }
    let times = known(raw)
    #expect(times.count == 2 && (0.45...0.65).contains(times[0]), "\(times)")
    #expect((1.65...1.85).contains(times[1]), "\(times)")
    #expect(known(Array(try samples("L", seed: 11, axes: nil).prefix(200))) == [0])
  }

  /// A reading at the end of the gyroscope's range within a letter does not cost the letter.
  @Test func aClippedRateWithinALetterDoesNotLoseIt() throws {
    var right = 0
    for seed in UInt64(60)..<70 {
      var samples = try samples("L", seed: seed, axes: .six)
      let start = try #require(samples.firstIndex { $0.pen == .down })
      let clipped = SixAxisAHRS.Parameters(rateFullScale: Fixed(bits: 4 &<< 25))
      samples[start + 30].angularRate?.x = Fixed(bits: 4 &<< 25)
      var recognizer = Recognizer(
        model: LinearModel.lab, parameters: RecognizerParameters(filter: clipped))
      right += word(events(of: samples, by: &recognizer)) == "L" ? 1 : 0
    }
    #expect(right >= 9, "\(right) of 10")
  }

  /// The same where the motion shows the pen: early strokes are reported as such, and the later letters are read.
  @Test func strokesFoundByTheMotionBeforeTheAttitudeHasConvergedAreToldToo() throws {
    for seed in UInt64(1)...6 {
      var recognizer = Recognizer(
        model: LinearModel.lab,
        parameters: RecognizerParameters(writing: WritingSettings(pen: .motion)))
      let writing = try PenlessWriting(
        "LLLLLL", by: AirWriter(seed: seed), .phone, seed: seed, lyingTime: 0)
      let first = writing.letters[0].lowerBound
      let start = writing.samples[0].timestamp
      let events = events(
        of: writing.samples.filter { Double($0.timestamp &- start) / 1e6 > first - 0.1 },
        by: &recognizer)
      let lost = events.count { $0 == .abandoned(.notConverged) }
      #expect(lost >= 1 && events.prefix(lost).allSatisfy { $0 == .abandoned(.notConverged) })
      #expect(recognizer.counters.strokesBeforeConvergence.value == lost)
      #expect(events.count == 6, "seed \(seed): \(events)")
    }
  }

  /// A board that lies still while its attitude converges has lost no stroke.
  @Test func aBoardThatLiesStillHasLostNothing() throws {
    var recognizer = Recognizer(
      model: LinearModel.lab,
      parameters: RecognizerParameters(writing: WritingSettings(pen: .motion)))
    let events = events(of: try samples("L", seed: 5, axes: .six), by: &recognizer)
    #expect(!events.contains(.abandoned(.notConverged)), "\(events)")
    #expect(recognizer.counters.strokesBeforeConvergence.value == 0)
  }

  /// A gap loses the average of gravity, but not the letter that begins 0.2 s after it.
  @Test func aLetterRightAfterAGapIsRead() throws {
    let model = PackedModel.air
    var right = 0
    for (seed, letter) in (UInt64(1)...4).flatMap({ seed in "LOVESQUZ".map { (seed, $0) } }) {
      var recognizer = Recognizer(model: model)
      var samples = try samples("L\(letter)", seed: seed, axes: .six)
      let second = try #require(samples.lastIndex { $0.pen == .down })
      let start = try #require(samples[..<second].lastIndex { $0.pen == .up })
      for index in samples.indices where index > start - 20 {
        samples[index].timestamp &+= 5_000_000
      }
      let events = events(of: samples, by: &recognizer)
      #expect(events.count == 2)
      if case .classification(let found) = events.last, model.label(of: found) == String(letter) {
        right += 1
      }
    }
    print("right after a gap: \(right) of 32")
    #expect(right >= 24, "\(right) of 32")
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
