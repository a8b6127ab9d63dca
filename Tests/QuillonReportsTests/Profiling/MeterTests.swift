import CQuillonAllocationCounter
import QuillonReports
import QuillonSystem
import Testing

/// Counts how many blocks the work requests from the heap on this thread.
enum AllocationMeter: Meter {
  /// The number of blocks that this thread has requested.
  static func read() -> UInt64 { allocation_count() }
}

@Suite(.serialized) struct MeterTests {
  @Test func `Blocks from the heap are counted`() {
    let before = AllocationMeter.read()
    let blocks = (1...10).map { [UInt8](repeating: 1, count: 100 * $0) }
    #expect(AllocationMeter.read() - before >= 10)
    #expect(blocks.count == 10)
  }

  @Test func `Ticks are as long as the system's clock has them`() {
    let clock = TickClock()
    let (ticks, begin) = (TickMeter.read(), MonotonicClock.now())
    while MonotonicClock.now() - begin < 50_000_000 {}
    let taken = Double(clock.nanoseconds(TickMeter.read() - ticks))
    let elapsed = Double(MonotonicClock.now() - begin)
    #expect(0.9 < taken / elapsed && taken / elapsed < 1.1, "\(taken) \(elapsed)")
  }

  @Test func `A time shorter than a reading of the clock is none`() {
    let clock = TickClock()
    #expect(clock.nanoseconds(0) == 0)
    #expect(clock.nanoseconds(clock.overhead) == 0)
    #expect(clock.cost.overhead >= 0 && clock.cost.step >= 1)
  }

  @Test func `A processor that is not there can't be had`() {
    #expect(!ProcessorPin.pin(to: -1))
    #expect(!ProcessorPin.pin(to: 100_000))
  }
}
