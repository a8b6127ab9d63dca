import QuillonNumerics
import QuillonSerialFormats
import Testing

/// Messages of one moment become one sample, whatever is lost.
@Suite struct SampleAssemblerTests {
  private enum Part: Character {
    case acceleration = "A"
    case rate = "R"
    case field = "M"
    case attitude = "Q"
  }

  /// The samples that a sequence of messages makes, each as its parts with the numbers of the moments
  /// they came from: "A1R1".
  private func samples(_ messages: String, lead: SampleAssembler.Lead = .acceleration) -> [String] {
    let pairs = messages.split(separator: " ")
    return QuillonSerialFormatsTests.samples(of: pairs.compactMap(reading), lead: lead).map {
      sample in
      var text = ""
      if let force = sample.specificForce { text += "A\(force.x.bits)" }
      if let rate = sample.angularRate { text += "R\(rate.x.bits)" }
      if let field = sample.magneticField { text += "M\(field.x.bits)" }
      if let attitude = sample.attitude { text += "Q\(attitude.w.bits)" }
      return text
    }
  }

  private func reading(_ pair: Substring) -> SensorReading? {
    guard let part = pair.first.flatMap(Part.init), let moment = Int32(pair.dropFirst()) else {
      return nil
    }
    var reading = SensorReading()
    switch part {
    case .acceleration: reading.specificForce = Vector3(.init(bits: moment), .zero, .zero)
    case .rate: reading.angularRate = Vector3(.init(bits: moment), .zero, .zero)
    case .field: reading.magneticField = Vector3(.init(bits: moment), .zero, .zero)
    case .attitude:
      reading.attitude = UnitQuaternion(uncheckedUnit: .init(bits: moment), .zero, .zero, .zero)
    }
    return reading
  }

  @Test func messagesOfAMomentAreOneSample() {
    #expect(samples("A1 R1 Q1 A2 R2 Q2 A3 R3 Q3 A4 R4") == ["A1R1Q1", "A2R2Q2", "A3R3Q3", "A4R4"])
  }

  /// A board that prints its rate first: what belongs together arrives at once, and a pause comes before it.
  @Test(arguments: [false, true]) func aPauseShowsWhatBegins(isKnown: Bool) {
    var assembler = SampleAssembler()
    var found: [String] = []
    for moment in 1...40 {
      for (part, pause) in [("R", 9_000 as UInt32), ("A", 400), ("M", 600)] {
        guard let reading = reading("\(part)\(moment)") else { continue }
        assembler.push(reading, after: isKnown ? pause : 0)
        while let sample = assembler.next() {
          found.append(
            "\(sample.specificForce?.x.bits ?? 0) \(sample.angularRate?.x.bits ?? 0) \(sample.magneticField?.x.bits ?? 0)"
          )
        }
      }
    }
    #expect(
      found.suffix(20).allSatisfy { Set($0.split(separator: " ")).count == (isKnown ? 1 : 2) })
    #expect(found.count >= 38)
  }

  /// Where pauses fall anywhere, as with adapters that send every 16 ms, the lead begins the samples.
  @Test func pausesAnywhereShowNothing() {
    var assembler = SampleAssembler()
    var found: [Bool] = []
    for index in 0..<400 {
      let moment = index / 2 + 1
      guard let reading = reading("\(index.isMultiple(of: 2) ? "A" : "R")\(moment)") else {
        continue
      }
      assembler.push(reading, after: index % 3 == 0 ? 16_000 : 0)
      while let sample = assembler.next() {
        found.append(sample.specificForce?.x.bits == sample.angularRate?.x.bits)
      }
    }
    #expect(found.count >= 198 && found.allSatisfy { $0 })
  }

  @Test func aStreamJoinedInTheMiddleIsInOrderFromTheNextMomentOn() {
    #expect(samples("Q1 A2 R2 Q2 A3 R3 Q3").suffix(1) == ["A3R3Q3"])
  }

  @Test func aLostMessageIsMissingAndNothingElse() {
    #expect(
      samples("A1 R1 Q1 A2 R2 Q2 A3 Q3 A4 R4 Q4 A5 R5 Q5 A6 R6 Q6 A7 R7 Q7").contains("A3Q3"))
    let lostLead = samples("A1 R1 A2 R2 A3 R3 R4 A5 R5 A6 R6")
    #expect(lostLead.suffix(1) == ["A6R6"])
    #expect(Set(lostLead.joined(separator: " ")).isSuperset(of: "123"))
  }

  @Test func whatComesSeldomHoldsNothingUp() {
    let samples = samples("A1 Q1 A2 Q2 A3 Q3 M3 A4 Q4 A5 Q5")
    #expect(samples == ["A1Q1", "A2Q2", "A3Q3", "A4M3Q4", "A5Q5"])
  }

  @Test func theLeadCanBeTheAttitude() {
    #expect(samples("Q1 A1 Q2 A2 Q3 A3", lead: .attitude) == ["A1Q1", "A2Q2", "A3Q3"])
  }

  @Test func aBoardWithoutAccelerationHasSamplesToo() {
    #expect(samples("Q1 Q2 Q3") == ["Q1", "Q2", "Q3"])
  }

  /// A sample is given out with its last message, and not when the next one begins.
  @Test func noSampleWaitsForTheNextForLong() {
    var assembler = SampleAssembler()
    var delays: [Bool] = []
    for moment in 1...6 {
      for part in ["A", "R"] {
        guard let reading = reading("\(part)\(moment)") else { continue }
        assembler.push(reading)
        while let sample = assembler.next() {
          delays.append(sample.specificForce?.x.bits != Int32(moment))
        }
      }
    }
    #expect(delays.count == 6 && delays.suffix(4) == [false, false, false, false])
  }
}
