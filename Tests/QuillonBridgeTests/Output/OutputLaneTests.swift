import Dispatch
import Glibc
import QuillonBridge
import QuillonSystem
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct OutputLaneTests {
  private final class Delivered: Sendable {
    let items = Mutex<[Int]>([])
  }

  @Test func everythingIsDeliveredInOrder() {
    let delivered = Delivered()
    let lane = OutputLane<Int>(capacity: 10_000) { item in
      delivered.items.withLock { $0.append(item) }
    }
    for item in 0..<5_000 { lane.offer(item) }
    lane.close(within: .seconds(20))
    #expect(delivered.items.withLock { $0 } == Array(0..<5_000))
    #expect(lane.dropped == 0)
  }

  @Test func whatIsHeldUpHoldsNobodyUpAndIsCounted() {
    let gate = DispatchSemaphore(value: 0)
    let lane = OutputLane<Int>(capacity: 4) { _ in gate.wait() }
    let start = ContinuousClock.now
    for item in 0..<100 { lane.offer(item) }
    #expect(lane.dropped == 96)
    lane.close(within: .milliseconds(50))
    #expect(.now - start < .seconds(5))
    #expect(lane.dropped == 100)
    lane.offer(1)
    #expect(lane.dropped == 101)
    gate.signal()
  }

  @Test func linesThatNobodyReadsWaitAndThenGoOn() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let lane = LineOutput(to: Descriptor(ends[1], isOwned: false), capacity: 50)
    let line = String(repeating: "x", count: 8_191)
    // A pipe holds eight of them.
    for _ in 0..<100 { lane.offer(line) }
    let dropped = lane.dropped
    #expect((40...50).contains(dropped))
    let reader = ends[0]
    let count = Mutex(0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let read = Glibc.read(reader, &buffer, buffer.count)
        if read <= 0 { return }
        count.withLock { $0 += read }
      }
    }
    lane.close(within: .seconds(20))
    close(ends[1])
    group.wait()
    #expect(lane.dropped == dropped)
    #expect(count.withLock { $0 } == (100 - dropped) * 8_192)
  }
}
