import QuillonSensorModels
import QuillonSensors
import Testing

/// Every sample that a chip makes arrives once, in order, with its time.
@Suite struct ReadingTests {
  private func compare(_ bench: Bench, within tolerance: Int, _ context: String) {
    let emitted = bench.model.emitted
    let count = bench.samples.count
    // The newest may still be in the FIFO.
    #expect(emitted.count - count <= 1, "\(context)")
    #expect(bench.samples.map(\.counts) == bench.emitted.prefix(count).map { $0 }, "\(context)")
    let worst = zip(bench.samples, emitted).map { abs(Int($0.time) - Int($1.time)) }.max() ?? 0
    #expect(worst <= tolerance, "\(context): a time is wrong by \(worst) µs")
    #expect(bench.reader.counters == ChipCounters(), "\(context)")
    #expect(bench.model.violations.isEmpty, "\(context): \(bench.model.violations)")
  }

  /// All chips but the BNO055, which has no FIFO and whose interrupt is not used.
  static let withFIFO = ChipModels.registerNames.filter { $0 != "bno055" }

  @Test(arguments: withFIFO)
  func noSampleIsLostAndTimesAreTheEdges(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.run(until: 4)
    #expect(bench.samples.count > 350)
    compare(bench, within: 0, name)
  }

  /// All of them but the QMI8658, whose FIFO accepts no sample while it is read.
  static let keepingAll = withFIFO.filter { $0 != "qmi8658" }

  /// A BNO055 is read each 10 ms, with the time of the board's look, whatever its own clock does. While the board looks away, its samples are
  /// lost: one gap a pause.
  @Test(arguments: [0.97, 1, 1.03])
  func aBNO055IsReadEach10Milliseconds(_ clock: Double) {
    var bench = Bench("bno055", motion: waving)
    bench.model.clockFactor = clock
    bench.run(until: 4, pauses: [2...2.3])
    #expect((350...365).contains(bench.samples.count))
    #expect(bench.samples.map(\.counts) == bench.emitted)
    let times = zip(bench.samples, bench.model.emitted).map { Int($1.time) - Int($0.time) }
    #expect(times.allSatisfy { (0...200).contains($0) }, "\(times)")
    let steps = zip(bench.samples, bench.samples.dropFirst()).map { $1.time - $0.time }
    #expect(steps.filter { !(9_900...10_100).contains($0) }.count <= 1)
    #expect(bench.reader.counters.gaps.value == 1)
    #expect(bench.reader.counters.faults.value == 0)
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }

  /// What comes while the FIFO of a QMI8658 is read is lost: of those that are asked without the pin one of 12 at most, and three after
  /// each pause. All others come in order, and no fault is reported. A chip whose commands take up to 2 ms is waited for.
  @Test(arguments: [true, false], [100, 200, 2_000] as [UInt64])
  func aQMI8658LosesOnlyWhatComesWhileItIsRead(_ hasPin: Bool, _ commandTime: UInt64) throws {
    var bench = Bench("qmi8658", motion: waving)
    bench.hasPin = hasPin
    try #require(bench.model as? QMI8658Model).commandTime = commandTime
    bench.run(until: 6, pauses: hasPin ? (1...5).map { Double($0)...Double($0) + 0.3 } : [])
    let emitted = bench.emitted
    var place = 0
    for sample in bench.samples {
      let next = try #require(emitted[place...].firstIndex(of: sample.counts), "not in order")
      place = next + 1
    }
    let lost = place - bench.samples.count
    print("QMI8658, pin \(hasPin), \(commandTime) µs: \(lost) of \(place) lost")
    #expect(emitted.count - place <= 1)
    #expect(lost <= (hasPin ? 5 * 3 : place / 12))
    #expect(bench.reader.counters.faults.value == 0)
    let times = bench.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }

  /// While a stroke is read, the board looks away. The FIFO of an LSM9DS1 holds 269 ms.
  @Test(arguments: keepingAll, [0.97, 1, 1.03])
  func noSampleIsLostInPausesOf300Milliseconds(_ name: String, _ clock: Double) {
    var bench = Bench(name, motion: waving)
    bench.model.clockFactor = clock
    let pause = name == "lsm9ds1" ? 0.25 : 0.3
    bench.run(until: 6, pauses: (1...5).map { Double($0)...Double($0) + pause })
    compare(bench, within: 5_000, "\(name), clock \(clock)")
  }

  @Test(arguments: keepingAll)
  func aBoardWithoutTheInterruptPinAsks(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.hasPin = false
    bench.run(until: 4)
    compare(bench, within: 15_000, name)
    let times = bench.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: ChipModels.registerNames)
  func theClockMayWrap(_ name: String) {
    var bench = Bench(name, motion: waving)
    bench.wire.pass(UInt64(UInt32.max) - 2_000_000)
    bench.run(until: Double(UInt32.max) / 1e6 + 2)
    #expect(bench.samples.count > 350)
    let steps = zip(bench.samples, bench.samples.dropFirst()).map { $1.time &- $0.time }
    #expect(steps.allSatisfy { (8_000...10_500).contains($0) })
  }

  /// At rest, face up: 9.81 m/s² along the chip's z axis; and in SI units a known motion.
  @Test(arguments: ChipModels.registerNames)
  func valuesAreInSIUnits(_ name: String) throws {
    var bench = Bench(name) { _ in ChipMotion(force: [1, -2, 7.5], rate: [90, -180, 1_900]) }
    bench.run(until: 1)
    let counts = try #require(bench.samples.last).counts
    let facts = try #require(bench.reader.chip).facts
    let sample = counts.sample(facts, map: .identity, time: 5)
    guard case .specificForce(let force) = sample.acceleration else { Issue.record(); return }
    let rate = try #require(sample.angularRate)
    let g = 9.80665
    for (axis, truth) in zip([force.x, force.y, force.z], [g, -2 * g, 7.5 * g]) {
      #expect(abs(Double(axis.bits) / 0x1p23 - truth) < 0.003, "\(name)")
    }
    for (axis, truth) in zip([rate.x, rate.y, rate.z], [90, -180, 1_900.0]) {
      #expect(abs(Double(axis.bits) / 0x1p25 - truth * .pi / 180) < 0.001, "\(name)")
    }
    #expect(sample.timestamp == 5)
    #expect((100...119).contains(facts.sampleRate))
    #expect(abs(1e6 / Double(facts.period) - Double(facts.sampleRate)) < 0.6)
    #expect(facts.forceRange == 8 && facts.rateRange == 2_000)
    #expect("\(facts.name)" == bench.model.name)
  }

  /// The gyroscope's x axis of a BMI270 feels up to 12.5 % of a rate about z, and the chip knows how much (betaflight/betaflight#11894).
  @Test(arguments: [-64, -37, 0, 21, 63] as [Int8])
  func theCrossAxisOfABMI270IsTakenOut(_ crossAxis: Int8) {
    var bench = Bench("bmi270", motion: waving)
    (bench.model as? BMI270Model)?.crossAxis = crossAxis
    bench.run(until: 2)
    #expect(bench.samples.count > 150)
    // At the end of the range, what is clamped is lost.
    let isSame = zip(bench.samples.map(\.counts), bench.emitted).allSatisfy { read, made in
      abs(Int(made.rate.x)) > 28_000 || read == made
    }
    #expect(isSame)
  }

  /// Frames without a sample stand in the FIFO of a BMI270 after a change of its set-up (boschsensortec/BMI270_SensorAPI#15).
  @Test(arguments: [1, 12])
  func framesWithoutASampleArePassedOver(_ count: Int) {
    var bench = Bench("bmi270", motion: waving)
    (bench.model as? BMI270Model)?.dummyFrames = count
    bench.run(until: 2)
    #expect((bench.model as? BMI270Model)?.dummyFrames == 0)
    #expect(bench.samples.count > 150)
    #expect(bench.samples.map(\.counts) == Array(bench.emitted.prefix(bench.samples.count)))
    let times = bench.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// A packet of an ICM-42688 or ICM-42670 in which a sensor had no sample yet has 8000 in all its places (torvalds/linux,
  /// inv_icm42600_buffer.h, inv_icm42600_fifo_is_data_valid; inv_imu_defs.h, INVALID_VALUE_FIFO).
  @Test(arguments: ["icm42688", "icm42670"])
  func packetsWithoutASampleArePassedOver(_ name: String) {
    var bench = Bench(name, motion: waving)
    (bench.model as? ICM42688Model)?.invalidPackets = 3
    (bench.model as? ICM42670Model)?.invalidPackets = 3
    bench.run(until: 2)
    #expect((bench.model as? ICM42688Model)?.invalidPackets ?? 0 == 0)
    #expect((bench.model as? ICM42670Model)?.invalidPackets ?? 0 == 0)
    #expect(bench.samples.count > 150)
    #expect(bench.samples.map(\.counts) == Array(bench.emitted.prefix(bench.samples.count)))
  }

  /// An LSM6DSO32 has the identity of an LSM6DSOX and measures half of gravity at the same setting
  /// (adafruit/Adafruit_CircuitPython_LSM6DS#61): after a second at rest it is known by that.
  @Test(arguments: [SIMD3(0, 0, 1), SIMD3(0.6, -0.8, 0), SIMD3(0.577, 0.577, -0.577)])
  func anLSM6DSO32IsKnownByHalfOfGravity(_ up: SIMD3<Double>) throws {
    var bench = Bench("lsm6dsox") { time in
      time < 2 ? waving(time) : ChipMotion(force: up, rate: [1, -2, 3])
    }
    (bench.model as? LSM6DSOXModel)?.hasDoubleRange = true
    bench.run(until: 2.9)
    #expect(bench.events.map(\.event) == [.found, .running])
    bench.run(until: 3.5)
    #expect(bench.events.map(\.event) == [.found, .running, .found])
    let facts = try #require(bench.reader.chip).facts
    #expect("\(facts.name)" == "LSM6DSO32" && facts.forceRange == 16)
    let last = try #require(bench.samples.last)
    guard
      case .specificForce(let force) = last.counts.sample(facts, map: .identity, time: 0)
        .acceleration
    else {
      Issue.record()
      return
    }
    for (axis, truth) in zip([force.x, force.y, force.z], [up.x, up.y, up.z]) {
      #expect(abs(Double(axis.bits) / 0x1p23 - truth * 9.80665) < 0.01)
    }
    // It stays known when it is set up anew.
    bench.model.faults = [.reset(at: 3_600_000)]
    bench.run(until: 4.5)
    #expect("\(try #require(bench.reader.chip).facts.name)" == "LSM6DSO32")
  }

  /// An LSM6DSV32X has the identity of an LSM6DSV16X and twice its range at the same setting (STMicroelectronics/lsm6dsv32x-pid).
  @Test func anLSM6DSV32XIsKnownByHalfOfGravity() throws {
    var bench = Bench("lsm6dsv16x") { time in time < 2 ? waving(time) : .rest }
    (bench.model as? LSM6DSV16XModel)?.hasDoubleRange = true
    bench.run(until: 3.5)
    #expect(bench.events.map(\.event) == [.found, .running, .found])
    let facts = try #require(bench.reader.chip).facts
    #expect("\(facts.name)" == "LSM6DSV32X" && facts.forceRange == 16)
    let last = try #require(bench.samples.last).counts
    let sample = last.sample(facts, map: .identity, time: 0)
    guard case .specificForce(let force) = sample.acceleration else { Issue.record(); return }
    #expect(abs(Double(force.z.bits) / 0x1p23 - 9.80665) < 0.01)
  }

  /// A chip of the usual range is not treated as one, whatever it does.
  @Test(arguments: [0.3, 0.5, 0.7, 1, 2])
  func anLSM6DSOXStaysOne(_ gravity: Double) throws {
    var bench = Bench("lsm6dsox") { time in
      ChipMotion(force: [0, 0, gravity], rate: [gravity == 0.5 ? 20 : 0, 0, 0])
    }
    bench.run(until: 4)
    #expect(bench.events.map(\.event) == [.found, .running])
  }

  /// An ISM330DHCX has no relative of twice the range, so half of gravity means nothing.
  @Test func anISM330DHCXStaysOne() throws {
    var bench = Bench("ism330dhcx") { _ in ChipMotion(force: [0, 0, 0.5], rate: .zero) }
    bench.run(until: 4)
    #expect(bench.events.map(\.event) == [.found, .running])
    let facts = try #require(bench.reader.chip).facts
    #expect("\(facts.name)" == "ISM330DHCX" && facts.forceRange == 8)
  }

  @Test(arguments: ChipModels.registerNames)
  func temperatureIsRead(_ name: String) throws {
    var bench = Bench(name)
    bench.model.temperature = 31.5
    bench.run(until: 1)
    var bus = ModelBus(wire: bench.wire)
    let read = try #require(bench.reader.chip?.temperature(on: &bus))
    // A BNO055 gives whole degrees.
    #expect(abs(Int(read) - 3_150) <= (name == "bno055" ? 50 : 7), "\(name)")
  }

  @Test(arguments: withFIFO)
  func aFIFOThatOverflowsIsCountedAndGoesOn(_ name: String) throws {
    var bench = Bench(name, motion: waving)
    bench.run(until: 6, pauses: [1...5])
    #expect(bench.reader.counters.overflows.value == 1)
    #expect(bench.reader.counters.gaps.value == 1)
    #expect(bench.reader.counters.faults.value == 1)
    let after = bench.samples.filter { $0.time > 5_000_000 }
    #expect(after.count > 85)
    // None is torn: each is one that the chip made.
    let made = bench.emitted
    #expect(after.allSatisfy { made.contains($0.counts) }, "\(name)")
  }
}
