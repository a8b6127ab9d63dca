import QuillonConversions
import QuillonFusion
import QuillonNumerics
import Testing

@Suite struct StepClockTests {
  @Test func firstTimestampIsNoStep() {
    var clock = StepClock(maximumStep: 100_000)
    #expect(clock.advance(to: 123_456_789) == .first)
    #expect(clock.advance(to: 123_466_789) == .step(10_000))
  }

  @Test func wrappedCounterIsAStepLikeAnyOther() {
    var clock = StepClock(maximumStep: 100_000)
    _ = clock.advance(to: .max - 3_999)
    #expect(clock.advance(to: 6_000) == .step(10_000))
  }

  @Test func limitIsTheLastStepThatCounts() {
    var clock = StepClock(maximumStep: 100_000)
    _ = clock.advance(to: 0)
    #expect(clock.advance(to: 100_000) == .step(100_000))
    #expect(clock.advance(to: 200_001) == .gap)
    #expect(clock.advance(to: 200_002) == .step(1))
  }

  @Test func sameOrEarlierTimeIsNoStepAndTimeGoesOnFromThere() {
    var clock = StepClock(maximumStep: 100_000)
    _ = clock.advance(to: 50_000)
    #expect(clock.advance(to: 50_000) == .none)
    #expect(clock.advance(to: 30_000) == .none)
    #expect(clock.advance(to: 40_000) == .step(10_000))
  }

  @Test func limitStaysWithinWhatInkCanStore() {
    #expect(StepClock(maximumStep: .max).maximumStep == 131_072)
    #expect(StepClock(maximumStep: 0).maximumStep == 1)
  }

  @Test func secondsAreWithinThreeUlpForEveryStep() {
    var worst = 0.0
    for microseconds in UInt32(0)...131_072 {
      let error = Double(microseconds) * 1e-6 - StepClock.seconds(microseconds).double
      #expect(error >= 0)
      worst = max(worst, error)
    }
    #expect(worst <= 3 * 0x1p-32)
    #expect(worst > 0)
  }
}
