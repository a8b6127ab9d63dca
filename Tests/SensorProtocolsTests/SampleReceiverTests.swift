import Motion
import SensorEncoders
import SensorProtocols
import Testing

/// Samples on a device, which knows nothing but the bytes.
@Suite struct SampleReceiverTests {
  private static let seed: UInt64 = 652

  /// What a receiver makes of these messages.
  private func samples<Format: FrameFormat>(
    _ messages: [[UInt8]], _ receiver: SampleReceiver<Format>
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

  /// The first 50 tell what is sent; after that each moment is a sample, in steps of the period.
  @Test func samplesOfABoardWithoutAClockAreCounted() {
    let told = samples(
      messages("witmotion-11", WitMotionEncoder()),
      SampleReceiver(WitMotionFormat(), period: 5_000))
    #expect(told.count >= 68)
    #expect(steps(told).allSatisfy { $0 == 5_000 })
    #expect(told.allSatisfy { $0.attitude != nil })
  }

  /// A board's own counter tells how many samples are missing.
  @Test func aCounterTellsWhatIsMissing() {
    var messages = messages("bno08x-rvc", BNO08xEncoder())
    messages.removeSubrange(80..<83)
    let told = samples(messages, SampleReceiver(BNO08xFormat()))
    #expect(steps(told).filter { $0 != 10_000 } == [40_000])
  }

  /// Without a counter the bytes tell, when they show that something is missing.
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
}
