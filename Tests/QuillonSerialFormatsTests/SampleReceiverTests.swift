import QuillonFusion
import QuillonSerialFormats
import QuillonSimulator
import Testing

/// Samples on a device, which has nothing but the bytes.
@Suite struct SampleReceiverTests {
  private static let seed: UInt64 = 652

  /// What a receiver makes of these messages.
  private func samples<Format: FrameFormat>(
    _ messages: [[UInt8]], _ receiver: SampleReceiver<FramedDecoder<Format>, CountingClock>
  ) -> [InertialSample] {
    var receiver = receiver
    var samples: [InertialSample] = []
    for byte in messages.joined() {
      receiver.push(byte)
      while let sample = receiver.next() { samples.append(sample) }
    }
    return samples
  }

  private func messages(_ format: String, _ encoder: any SensorEncoder) -> [[UInt8]] {
    Sender(format, sends: encoder, Sender.Tolerances()).messages(120, seed: Self.seed)
  }

  private func steps(_ samples: [InertialSample]) -> [UInt32] {
    zip(samples.dropFirst(), samples).map { $0.timestamp &- $1.timestamp }
  }

  /// The first 50 show what is sent; after that each moment is a sample, in steps of the period.
  @Test func samplesOfABoardWithoutAClockAreCounted() {
    let told = samples(
      messages("witmotion-11", WitMotionEncoder()),
      SampleReceiver(WitMotionFormat(), period: 9_000))
    #expect(told.count >= 68)
    #expect(steps(told).allSatisfy { $0 == 9_000 })
    #expect(told.allSatisfy { $0.attitude != nil })
  }

  /// All rates but those near 100 become exactly 100: each sample is the mean over its 10 ms.
  @Test(arguments: [UInt32(1_250), 2_500, 5_000, 7_000, 16_667, 20_000, 40_000])
  func otherRatesAreBroughtToAHundred(period: UInt32) throws {
    let sent = messages("witmotion-11", WitMotionEncoder())
    let told = samples(sent, SampleReceiver(WitMotionFormat(), period: period))
    #expect(steps(told).allSatisfy { $0 == 10_000 })
    #expect(told.allSatisfy { $0.attitude != nil && $0.attitude?.validated == $0.attitude })
    var decoder = FramedDecoder(WitMotionFormat())
    let forces: [Double] = decoder.readings(in: sent.flatMap(\.self)).compactMap(\.specificForce)
      .dropFirst(50).map { Double($0.x.bits) }
    let expected = meansOfTenMilliseconds(forces, period: Double(period) * 1e-6)
    // The last of a board that sends its messages one by one waits for its successor.
    #expect(abs(told.count - expected.count) <= 1 + Int(period / 10_000))
    for (sample, force) in zip(told, expected) {
      guard case .specificForce(let told) = sample.acceleration else {
        Issue.record("\(sample)")
        return
      }
      #expect(abs(Double(told.x.bits) - force) < 8, "seed \(Self.seed)")
    }
  }

  /// Rates near 100 stay as they are.
  @Test(arguments: [UInt32(8_400), 10_000, 12_000])
  func usualRatesStay(period: UInt32) {
    let told = samples(
      messages("witmotion-11", WitMotionEncoder()),
      SampleReceiver(WitMotionFormat(), period: period))
    #expect(told.count >= 68)
    #expect(steps(told).allSatisfy { $0 == period })
  }

  /// Nothing is put between two samples with a gap between them, and no mean is computed across it.
  @Test(arguments: [(UInt32(2_500), 42), (20_000, 10)])
  func aGapStaysAGap(period: UInt32, lost: Int) {
    var messages = messages("bno08x-rvc", BNO08xEncoder())
    messages.removeSubrange(70..<70 + lost)
    let told = samples(messages, SampleReceiver(BNO08xFormat(), period: period))
    #expect(steps(told).count { $0 > 10_000 } == 1)
  }

  /// A board's own counter shows how many samples are missing.
  @Test func aCounterTellsWhatIsMissing() {
    var messages = messages("bno08x-rvc", BNO08xEncoder())
    messages.removeSubrange(80..<83)
    let told = samples(messages, SampleReceiver(BNO08xFormat()))
    #expect(steps(told).filter { $0 != 10_000 } == [40_000])
  }

  /// Without a counter, damaged bytes show how many samples are missing.
  @Test func damageIsCountedByItsBytes() {
    var messages = messages("witmotion-11", WitMotionEncoder())
    for moment in 80..<83 { messages[moment] = messages[moment].map { $0 ^ 0xFF } }
    let told = samples(messages, SampleReceiver(WitMotionFormat()))
    #expect(steps(told).filter { $0 != 10_000 } == [40_000])
  }

  /// A board that sends its time is believed.
  @Test func aClockIsFollowed() {
    let told = samples(
      messages("mip", MIPEncoder()), SampleReceiver(MIPFormat(), period: 1))
    #expect(told.count >= 68)
    #expect(steps(told).allSatisfy { $0 == 10_000 })
  }

  /// A line whose beginning was lost can have the columns of another board, with a time. The board has none, and all samples after it come.
  @Test(arguments: [
    "0.6,0.9,9.8,0.01,0.01,0.01,17.6,-1.2,-44.1", "Raw:492,780,8148,5,-6,3,173,-12,-443",
  ])
  func aLineThatWasCutOffIsNoClock(line: String) {
    for dropped in 0..<9 {
      let cut = line.split(separator: ",").dropFirst(dropped).joined(separator: ",")
      let lines = [cut] + Array(repeating: line, count: 150)
      let told = samples(
        lines.map { Array("\($0)\r\n".utf8) },
        SampleReceiver(LineFormat(ColumnFormat()), period: 10_000))
      #expect(told.count >= 90, "without \(dropped) columns: \(told.count)")
      #expect(steps(told).allSatisfy { $0 == 10_000 }, "without \(dropped) columns")
    }
  }

  /// A board that has sent its time for long and stops is counted, and one that leaves a time out is not.
  @Test func aClockThatIsGoneIsReplaced() {
    var detector = DeviceClockDetector()
    detector.add(hasTime: true)
    #expect(!detector.isPresent)
    detector.add(hasTime: true)
    for _ in 0..<30 { detector.add(hasTime: false) }
    #expect(detector.isPresent)
    detector.add(hasTime: true)
    for _ in 0..<31 { detector.add(hasTime: false) }
    #expect(!detector.isPresent)
    detector.add(hasTime: false)
    detector.add(hasTime: true)
    #expect(!detector.isPresent)
  }

  /// A clock with the pauses that are set.
  private struct PauseClock: SampleTiming {
    var (time, waited) = (0 as UInt32, 0 as UInt32)
    mutating func time(of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool) -> UInt32? {
      time
    }
    mutating func pause() -> UInt32 {
      defer { waited = 0 }
      return waited
    }
  }

  /// A line that names columns comes with the numbers below it: the pause before it is theirs. So the rate, which is printed first, and
  /// the acceleration after it are one sample.
  @Test func aHeaderTakesNoPauseFromItsNumbers() {
    var receiver = SampleReceiver(
      FramedDecoder(LineFormat(ColumnFormat())), lead: .acceleration, timing: PauseClock())
    var pairs: [(rate: Double, force: Double)] = []
    for number in 0..<60 {
      let lines = [
        "gyroX, gyroY, gyroZ", "\(number) 0 0 dps", "accX, accY, accZ", "0.0\(number) 0 1 g",
      ]
      receiver.timing.time &+= 50_000
      receiver.timing.waited = 50_000
      for byte in (lines.joined(separator: "\r\n") + "\r\n").utf8 {
        receiver.push(byte)
        while let reading = receiver.nextReading() {
          guard let rate = reading.angularRate, let force = reading.specificForce else { continue }
          pairs.append((Double(rate.x.bits), Double(force.x.bits)))
        }
      }
    }
    let late = pairs.suffix(30)
    #expect(pairs.count > 50)
    let ratios = late.map { $0.force / $0.rate }
    #expect(ratios.allSatisfy { abs($0 / ratios[0] - 1) < 0.01 }, "\(ratios)")
  }

  /// Two gaps of a second at the beginning do not make 25 samples a second too few.
  @Test func gapsAtTheBeginningDoNotMakeABoardSlow() {
    let sent = Sender("mip", sends: MIPEncoder(), Sender.Tolerances()).messages(
      720, seed: Self.seed)
    let slow = stride(from: 0, to: sent.count, by: 4).map { sent[$0] }
    let receiver = SampleReceiver(MIPFormat())
    let told = samples(Array(slow[..<10] + slow[40..<60] + slow[90...]), receiver)
    #expect(told.count >= 200)
    #expect(steps(told).allSatisfy { $0 == 10_000 })
  }

  /// What a board lacks is reported, and then there are no samples.
  @Test func fewerThanTwentySamplesASecondAreTooFew() {
    var receiver = SampleReceiver(WitMotionFormat(), period: 60_000)
    for byte in messages("witmotion-11", WitMotionEncoder()).joined() {
      receiver.push(byte)
      #expect(receiver.next() == nil)
    }
    #expect(receiver.shortcoming == .tooSlow)
  }
}
