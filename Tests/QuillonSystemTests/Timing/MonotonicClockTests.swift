import Foundation
import QuillonSystem
import Testing

@Suite struct MonotonicClockTests {
  @Test func itNeverStepsBack() {
    var last = MonotonicClock.now()
    for _ in 0..<100_000 {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test func itCountsNanoseconds() {
    let start = MonotonicClock.now()
    Thread.sleep(forTimeInterval: 0.01)
    #expect(MonotonicClock.now() - start >= 10_000_000)
  }
}
