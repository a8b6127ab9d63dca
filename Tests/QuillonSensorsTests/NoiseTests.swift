import CQuillonAllocationCounter
import QuillonReferenceModel
import QuillonSensorModels
import QuillonSensors
import Testing

/// Whatever a bus gives, nothing traps, hangs or allocates.
@Suite struct NoiseTests {
  /// Random bytes, results and times.
  private struct NoisyBus: SensorBus {
    var random: SeededRandom
    var transfers = 0
    var reliability: Double
    var identity: UInt8?

    private mutating func result() -> BusResult {
      transfers += 1
      guard random.uniform() > reliability else { return .acknowledged }
      return [.acknowledged, .notAcknowledged, .timedOut][random.index(below: 3)]
    }
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
      result()
    }
    mutating func read(
      into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
    ) -> BusResult {
      for index in bytes.indices { bytes[index] = UInt8(random.index(below: 256)) }
      if let identity, bytes.count == 1 { bytes[0] = identity }
      return result()
    }
    mutating func free() {}
    mutating func pause(milliseconds: UInt32) {}
  }

  @Test(
    arguments: [
      0x68, 0x70, 0x98, 0x6C, 0x6B, 0x6A, 0x47, 0xD1, 0x70, 0x67, 0x05, 0xEA, 0x24, 0xA0, nil,
    ] as [UInt8?],
    [0.5, 0.9, 1])
  func randomBytesNeverTrapOrHang(_ identity: UInt8?, _ reliability: Double) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var bus = NoisyBus(
        random: SeededRandom(seed: seed), reliability: reliability, identity: identity)
      var reader = ChipReader<TestChip>()
      var now: UInt32 = 4_290_000_000
      for _ in 0..<400 {
        now &+= UInt32(bus.random.index(below: 30_000))
        let edge = bus.random.uniform() < 0.3 ? now &- UInt32(bus.random.index(below: 9_000)) : nil
        let before = bus.transfers
        var calls = 0
        while reader.next(on: &bus, now: now, dataReady: calls == 0 ? edge : nil) != nil {
          calls += 1
          guard calls < 3_000 else { break }
        }
        #expect(calls < 3_000, "identity \(identity ?? 0), seed \(seed): it does not end")
        #expect(bus.transfers - before < 1_500, "identity \(identity ?? 0), seed \(seed)")
        if bus.random.uniform() < 0.02 { reader.sleepUntilMotion() }
        if bus.random.uniform() < 0.02 { _ = reader.selfTest(on: &bus) }
        _ = reader.chip?.temperature(on: &bus)
      }
    }
  }

  @Test(arguments: [0x00, 0xFF, 0x08, 0x10, 0x18] as [UInt8])
  func aBusThatGivesOneByteForeverEnds(_ byte: UInt8) {
    for identity in [0x68, 0x6C, 0x6A, 0xEA, 0x24, 0x47, 0x67, 0x05, 0xD1, 0xA0] as [UInt8] {
      var reader = ChipReader<TestChip>()
      var bus = RepeatingBus(byte: identity)
      var calls = 0
      for step in 0..<3_000 as Range<UInt32> {
        if reader.isRunning { bus.byte = byte }
        while reader.next(on: &bus, now: step * 1_000, dataReady: nil) != nil { calls += 1 }
      }
      #expect(calls < 3_000 * 1_100, "more than a FIFO holds in a millisecond")
    }
  }

  @Test func readingAllocatesNothing() {
    var reader = ChipReader<LSM6DSOX>()
    // 6C is the identity, and as a level of the FIFO with tags of no sensor it makes the driver start it anew again and again.
    var bus = RepeatingBus(byte: 0x6C)
    for step in 0..<200 as Range<UInt32> {
      _ = reader.next(on: &bus, now: step * 1_000, dataReady: nil)
    }
    let before = allocation_count()
    var events = 0
    for step in 200..<20_000 as Range<UInt32> {
      if reader.next(on: &bus, now: step * 1_000, dataReady: nil) != nil { events += 1 }
    }
    #expect(allocation_count() == before)
    #expect(events > 100)
  }
}
