import QuillonSensorModels
import QuillonSensors
import Testing

/// What goes wrong with a chip is noticed within 50 ms, counted, and put right.
@Suite struct RecoveryTests {
  private static let begin: UInt64 = 2_003_000

  /// Runs a chip with a fault at 2 s and checks that it was noticed in time and that samples come again `after` at most so long, ms.
  private func check(
    _ name: String, _ fault: ChipModelFault, _ told: ChipFault, within: UInt64, _ more: String = ""
  ) -> Bench {
    var bench = Bench(name, motion: waving)
    bench.model.faults = [fault]
    bench.run(until: 4)
    let noticed = bench.time(of: told)
    #expect(noticed != nil, "\(name): \(fault) was not told: \(bench.events)")
    if let noticed {
      #expect(noticed - Self.begin <= 50_000, "\(name): noticed after \(noticed - Self.begin) µs")
    }
    let again = bench.samples.first { UInt64($0.time) > Self.begin + 45_000 }?.time ?? 0
    #expect(
      again > 0 && UInt64(again) - Self.begin <= within * 1_000,
      "\(name): samples again after \(Int(again) - Int(Self.begin)) µs")
    #expect(bench.reader.counters.faults.value >= 1)
    #expect(bench.samples.last.map { $0.time > 3_980_000 } == true, "\(name): samples still come")
    #expect(bench.model.violations.isEmpty)
    return bench
  }

  @Test(arguments: ReadingTests.withFIFO)
  func aChipThatDoesNotAcknowledge(_ name: String) {
    let bench = check(name, .noAcknowledge(Self.begin..<Self.begin + 30_000), .noAnswer, within: 60)
    #expect(bench.reader.counters.unanswered.value >= 1)
    // The FIFO kept everything meanwhile.
    #expect(bench.model.emitted.count - bench.samples.count <= 1)
    #expect(bench.reader.counters.gaps.value == 0)
  }

  /// A FIFO that is read late may just store a sample: between the edge and the count. Nothing is lost, and each sample keeps its time, at
  /// whatever time of a period it is read. Not so for an LSM9DS1: its pin stays high when a sample comes while others are read, which takes
  /// it two transfers each, and then the next one is timed when it is read, up to a period late. The FIFO of a QMI8658 loses what comes
  /// while it is read.
  @Test(arguments: ReadingTests.keepingAll.filter { $0 != "lsm9ds1" })
  func aFIFOThatIsReadLateKeepsTimes(_ name: String) {
    for phase in stride(from: 0, to: 10_000, by: 50) {
      var bench = Bench(name, motion: waving)
      bench.run(until: 0.85, pauses: [0.6...0.66 + Double(phase) * 1e-6])
      #expect(bench.model.emitted.count - bench.samples.count <= 1, "\(name), \(phase) µs later")
      #expect(bench.reader.counters.gaps.value == 0, "\(name), \(phase) µs later")
      let late = bench.samples.map(\.time).filter { $0 > 550_000 }
      let steps = zip(late.dropFirst(), late).map { $0 - $1 }
      #expect(
        steps.allSatisfy { (5_500...14_500).contains($0) }, "\(name), \(phase) µs later: \(steps)")
    }
  }

  /// Nine clocks are enough for a chip that waits for the rest of a byte.
  @Test(arguments: ChipModels.registerNames, [1, 9, 25])
  func aChipThatHoldsTheBus(_ name: String, _ clocks: Int) {
    let fault = ChipModelFault.holdSDA(at: Self.begin, clocks: clocks)
    let bench = check(name, fault, .busHeld, within: 60)
    #expect(bench.wire.freed == (clocks + 8) / 9)
    #expect(Int(bench.reader.counters.heldBuses.value) == (clocks + 8) / 9)
    #expect(bench.model.emitted.count - bench.samples.count <= 1, "none is lost")
  }

  @Test(arguments: ReadingTests.withFIFO)
  func aChipThatStops(_ name: String) {
    let bench = check(name, .stop(at: Self.begin, untilReset: false), .stopped, within: 80)
    #expect(bench.reader.counters.stops.value == 1)
    #expect(bench.reader.counters.gaps.value == 1)
  }

  /// Starting the FIFO anew does not help, a reset does: 100 ms and the start of the gyroscope come on top.
  @Test(arguments: ReadingTests.withFIFO)
  func aChipThatStopsUntilItIsReset(_ name: String) {
    let most: UInt64 = name == "qmi8658" ? 320 : 300
    let bench = check(name, .stop(at: Self.begin, untilReset: true), .stopped, within: most)
    #expect(bench.reader.counters.stops.value == 2)
    #expect(bench.reader.counters.gaps.value == 1)
  }

  /// The supply dropped: it is set up anew, and the start of the gyroscope comes on top (35 to 120 ms). The samples are no more than 150 ms
  /// apart, at whatever time of a period it drops: a longer gap would make the attitude begin anew. The gyroscope of a QMI8658 takes 177
  /// ms, so its attitude does begin anew.
  @Test(arguments: ReadingTests.withFIFO)
  func aChipThatWasReset(_ name: String) {
    let most: UInt64 = name == "qmi8658" ? 260 : 150
    let bench = check(name, .reset(at: Self.begin), .wasReset, within: most + 10)
    #expect(bench.reader.counters.resets.value == 1)
    #expect(bench.reader.counters.gaps.value == 1)
    #expect(bench.reader.counters.faults.value == 1)
    #expect(bench.events.suffix(2).map(\.event) == [.fault(.wasReset), .running])
    for phase in stride(from: UInt64(0), to: 10_000, by: 500) {
      var bench = Bench(name, motion: waving)
      bench.model.faults = [.reset(at: Self.begin + phase)]
      bench.run(until: 2.5)
      let times = bench.samples.map(\.time)
      let gap = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .max
      #expect(gap <= most * 1_000, "\(name), \(phase) µs later: \(gap) µs")
    }
  }

  /// A BNO055 acknowledges nothing for 650 ms after its supply dropped, and has forgotten its set-up. No sample of it comes before it is set up
  /// anew: none of the zeros that it holds then.
  @Test func aBNO055ThatWasReset() throws {
    var bench = check("bno055", .reset(at: Self.begin), .noAnswer, within: 770)
    #expect(bench.time(of: .wasReset) != nil, "\(bench.events)")
    #expect(bench.reader.counters.gaps.value == 1)
    #expect(bench.samples.map(\.counts) == bench.emitted)
    bench.run(until: 5)
    #expect(bench.reader.counters.resets.value == 1)
  }

  /// A bit of a range or a rate changes, which doubles or halves all numbers without a word of the chip: it is read back, and set up anew.
  @Test(
    arguments: [
      ("mpu6050", 0x1C, 0x08), ("mpu6500", 0x1B, 0x10), ("mpu6886", 0x1C, 0x08),
      ("lsm6dsox", 0x10, 0x08), ("lsm6dsox", 0x12, 0x40), ("ism330dhcx", 0x11, 0x04),
      ("lsm6ds3trc", 0x11, 0x04),
      ("bmi270", 0x41, 0x01), ("bmi270", 0x40, 0x04),
      ("lsm9ds1", 0x20, 0x10),
      ("icm42688", 0x4F, 0x20), ("icm42686", 0x50, 0x20), ("icm42688", 0x52, 0x01),
      ("icm42688", 0x4E, 0x10), ("bmi160", 0x41, 0x04), ("bmi160", 0x43, 0x01),
      ("lsm6dsv16x", 0x17, 0x01), ("lsm6dsv16x", 0x15, 0x01), ("lsm6dsv16x", 0x62, 0x01),
      ("qmi8658", 0x02, 0x20), ("qmi8658", 0x03, 0x10), ("qmi8658", 0x04, 0x10),
      ("bno055", 0x3B, 0x02),
      ("icm42670", 0x20, 0x20), ("icm42670", 0x21, 0x40), ("icm42670", 0x23, 0x01),
    ] as [(String, UInt8, UInt8)])
  func aSettingThatChanges(_ name: String, _ register: UInt8, _ bits: UInt8) {
    var bench = Bench(name, motion: waving)
    bench.model.faults = [.flip(at: Self.begin, register: register, bits: bits)]
    bench.run(until: 3.5)
    let noticed = bench.time(of: .wasReset) ?? .max
    #expect(noticed < Self.begin + 1_050_000, "\(name)")
    #expect(bench.reader.counters.faults.value == 1)
    var whole = Bench(name, motion: { _ in ChipMotion(force: [0, 0, 1], rate: [0, 0, 90]) })
    whole.model.faults = [.flip(at: Self.begin, register: register, bits: bits)]
    whole.run(until: 3.5)
    #expect(whole.samples.last?.counts == whole.samples.first?.counts, "\(name)")
    #expect(whole.samples.last.map { $0.time > 3_480_000 } == true)
  }

  /// Each byte that has left the FIFO is gone, so a burst that is cut leaves the rest out of step (kriswiner/MPU9250#384): it is noticed,
  /// and the FIFO is started anew.
  @Test(
    arguments: [
      "mpu6050", "mpu6500", "mpu6886", "icm20948", "lsm6dsox", "ism330dhcx", "lsm6ds3trc",
      "icm42688", "lsm6dsv16x", "qmi8658",
    ],
    [(6, true), (5, true), (6, false), (5, false)] as [(Int, Bool)])
  func aBurstThatIsCut(_ name: String, _ cut: (bytes: Int, isTold: Bool)) {
    var bench = Bench(name, motion: waving)
    bench.wire.cut = (Self.begin, cut.bytes, cut.isTold)
    bench.run(until: 3)
    #expect(bench.wire.cut == nil)
    #expect(bench.reader.counters.faults.value >= 1)
    let late = bench.samples.filter { UInt64($0.time) > Self.begin + 150_000 }.map(\.counts)
    let emitted = Set(bench.emitted.map { "\($0)" })
    #expect(late.count > 60)
    #expect(late.allSatisfy { emitted.contains("\($0)") }, "samples of the chip, and no others")
    #expect(bench.reader.counters.gaps.value <= 1)
  }

  /// A frame of a BMI160 that was read in part stays, and so does a packet of an ICM-42670. It is read again.
  @Test(arguments: ["bmi160", "icm42670"], [5, 6, 11])
  func aFrameThatWasReadInPart(_ name: String, _ bytes: Int) {
    var bench = Bench(name, motion: waving)
    bench.wire.cut = (Self.begin, bytes, true)
    bench.run(until: 3)
    #expect(bench.wire.cut == nil)
    #expect(bench.reader.counters.faults.value == 1)
    #expect(bench.samples.map(\.counts) == Array(bench.emitted.prefix(bench.samples.count)))
  }

  /// A full FIFO whose only notice was lost is out of step as well: 512 and 1,024 are no multiples of 12.
  @Test(arguments: ["mpu6050", "mpu6500"])
  func anOverflowThatIsNotTold(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.run(until: 2, pauses: [1...1.99])
    // The notice is read, and lost.
    var bus = ModelBus(wire: bench.wire)
    var result = BusResult.acknowledged
    _ = bus.read(0x3A, of: 0x68, &result)
    let begin = bench.wire.now
    bench.run(until: 3)
    let late = bench.samples.filter { UInt64($0.time) > begin + 150_000 }.map(\.counts)
    let emitted = Set(bench.emitted.map { "\($0)" })
    #expect(late.count > 60 && late.allSatisfy { emitted.contains("\($0)") })
  }

  /// The board starts anew while the chip keeps its supply and samples wait: its interrupt pin is high at the reset.
  @Test(arguments: ChipModels.registerNames)
  func aWarmRestart(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.run(until: 2, pauses: [1.9...1.99])
    bench.reader = ChipReader()
    bench.run(until: 3)
    #expect(bench.events.suffix(2).map(\.event) == [.found, .running], "\(name)")
    #expect(bench.samples.last.map { $0.time > 2_980_000 } == true, "\(name)")
    #expect(bench.model.violations.isEmpty)
  }

  /// The FIFO begins with half of a time slot: no accelerometer is put together with the gyroscope of the slot after it.
  @Test func aTimeSlotThatIsIncomplete() {
    var bench = Bench("lsm6dsox", motion: waving)
    (bench.model as? LSM6DSOXModel)?.beginsInsideSlot = true
    bench.run(until: 1)
    let emitted = Set(bench.emitted.map { "\($0)" })
    #expect(bench.samples.count > 70)
    #expect(bench.samples.allSatisfy { emitted.contains("\($0.counts)") })
  }

  /// It is pulled off for 3 s: it is looked for, and found when it is back.
  @Test(arguments: ChipModels.registerNames)
  func aChipThatIsPulledOffIsFoundAgain(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.model.faults = [.noAcknowledge(1_000_000..<4_000_000), .reset(at: 3_900_000)]
    bench.run(until: 6)
    let kinds = bench.events.map(\.event)
    #expect(kinds.first == .found)
    #expect(kinds.contains(.notFound))
    #expect(kinds.suffix(2) == [.found, .running], "\(name): \(kinds)")
    #expect(bench.samples.last.map { $0.time > 5_980_000 } == true)
  }

  @Test func faultsAreToldOnceAndCountedEachTime() {
    var bench = Bench("mpu6050", motion: waving)
    bench.model.faults = [.noAcknowledge(1_000_000..<1_500_000)]
    bench.run(until: 2)
    #expect(bench.events.filter { $0.event == .fault(.noAnswer) }.count == 1)
    #expect(bench.reader.counters.unanswered.value > 50)
  }
}
