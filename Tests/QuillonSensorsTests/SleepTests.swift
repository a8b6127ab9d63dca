import QuillonSensorModels
import QuillonSensors
import Testing

@Suite struct SleepTests {
  /// A BMI270's small configuration can't detect motion, an MPU-6886 detects it by registers of its own, and a BNO055 has its own modes of
  /// power.
  private static let awake = ["bmi270", "mpu6886", "bno055"]

  /// The board lies still until 3 s, then moves.
  @Test(arguments: ChipModels.registerNames.filter { !awake.contains($0) })
  func aChipSleepsUntilTheBoardMoves(_ name: String) throws {
    var bench = Bench(name) { $0 < 3 ? .rest : waving($0) }
    bench.run(until: 1)
    bench.reader.sleepUntilMotion()
    bench.run(until: 1.1)
    #expect(bench.reader.isAsleep)
    let (count, transfers) = (bench.samples.count, bench.wire.transfers)
    bench.run(until: 3)
    #expect(bench.samples.count == count, "\(name)")
    #expect(bench.wire.transfers == transfers, "the bus rests")
    bench.run(until: 4)
    #expect(bench.samples.count > count + 60, "\(name)")
    #expect(bench.reader.counters.faults.value == 0)
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }

  @Test(arguments: awake)
  func aChipThatCannotSleepStaysAwake(_ name: String) {
    var bench = Bench(name)
    bench.run(until: 1)
    bench.reader.sleepUntilMotion()
    bench.run(until: 2)
    #expect(!bench.reader.isAsleep)
    #expect(bench.samples.count > 170)
  }

  @Test func theBoardMayWakeItsChip() {
    var bench = Bench("lsm6dsox")
    bench.run(until: 1)
    bench.reader.sleepUntilMotion()
    bench.run(until: 2)
    #expect(bench.reader.isAsleep)
    let count = bench.samples.count
    bench.reader.wake(UInt32(bench.wire.now))
    bench.run(until: 3)
    #expect(bench.samples.count > count + 80)
  }
}
