import QuillonSensorModels
import QuillonSensors
import Testing

@Suite struct SearchTests {
  @Test func nothingAnswersOnNoBus() {
    var bus = NoBus()
    var search = ChipSearch()
    #expect(TestChip.find(on: &bus, &search) == nil)
    #expect(search == ChipSearch())
  }

  @Test(arguments: ChipModels.registerNames)
  func everyChipIsFoundAndNamed(_ name: String) throws {
    var bench = Bench(name)
    bench.run(until: 0.5)
    #expect(bench.events.map(\.event) == [.found, .running])
    #expect(try "\(#require(bench.reader.chip).facts.name)" == bench.model.name)
  }

  /// Clones of the MPU-6500 answer 98; at the other address; and an ICM-20948 that the board's restart left in bank 2.
  @Test func variantsAreFound() {
    for model in [
      MPU6050Model(identity: 0x98) { _ in .rest },
      MPU6050Model(address: 0x69) { _ in .rest },
      LSM6DSOXModel(address: 0x6B) { _ in .rest },
      ICM20948Model(address: 0x69) { _ in .rest },
    ] {
      var bus = ModelBus(wire: Wire([model]))
      var search = ChipSearch()
      #expect(TestChip.find(on: &bus, &search).map { "\($0.facts.name)" } == model.name)
    }
    let left = ICM20948Model(address: 0x68) { _ in .rest }
    var bus = ModelBus(wire: Wire([left]))
    _ = bus.write(0x20, to: 0x7F, of: 0x68)
    _ = bus.write(10, to: 0x00, of: 0x68)
    var search = ChipSearch()
    #expect(TestChip.find(on: &bus, &search) != nil)
  }

  /// The relatives of the MPU-6500 with its registers and its FIFO, and clones (torvalds/linux, inv_mpu_core.c, reg_set_6500), and those with
  /// 14 bytes a sample (inv_icm20602_scan_masks).
  @Test func relativesOfTheMPU6500AreFound() {
    for identity in [0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x78, 0x98, 0xA9, 0xAE, 0xAF] as [UInt8] {
      var bench = Bench("mpu6500")
      bench.model.faults = [.identity(identity)]
      bench.run(until: 1)
      #expect(bench.events.map(\.event) == [.found, .running], "\(identity)")
      #expect(bench.samples.count > 70)
    }
    for identity in [0x11, 0x12, 0x19] as [UInt8] {
      var bench = Bench("mpu6886", motion: waving)
      bench.model.faults = [.identity(identity)]
      bench.run(until: 1)
      #expect(bench.events.map(\.event) == [.found, .running], "\(identity)")
      #expect(bench.samples.count > 70)
      #expect(bench.samples.map(\.counts) == Array(bench.emitted.prefix(bench.samples.count)))
    }
  }

  /// Any other program may have left an ICM-20948 in any bank, with any divider (sparkfun/SparkFun_ICM-20948_ArduinoLibrary#71).
  @Test(arguments: [1, 2, 3] as [UInt8])
  func anICM20948InAnotherBankIsFound(_ bank: UInt8) {
    let left = ICM20948Model(address: 0x68) { _ in .rest }
    var bus = ModelBus(wire: Wire([left]))
    _ = bus.write(bank << 4, to: 0x7F, of: 0x68)
    _ = bus.write(4, to: 0x00, of: 0x68)
    var search = ChipSearch()
    #expect(TestChip.find(on: &bus, &search) != nil)
  }

  /// The relatives of the ICM-42688-P (torvalds/linux, inv_icm42600.h, INV_ICM42600_WHOAMI_*; ArduPilot, INV3_ID_IIM42652).
  @Test(arguments: [0x40, 0x41, 0x42, 0x46, 0x47, 0x5C, 0x6F] as [UInt8])
  func relativesOfTheICM42688AreFound(_ identity: UInt8) throws {
    let model = ICM42688Model(identity: identity, motion: waving)
    var bus = ModelBus(wire: Wire([model]))
    var search = ChipSearch()
    let chip = try #require(TestChip.find(on: &bus, &search))
    #expect("\(chip.facts.name)" == model.name)
  }

  /// An ICM-42607-P has the registers of an ICM-42670-P. Either may have been left in another block of those that lie behind.
  @Test(arguments: [0x67, 0x60] as [UInt8])
  func anICM42670InAnotherBlockIsFound(_ identity: UInt8) {
    var bench = Bench("icm42670")
    bench.model.faults = [.identity(identity)]
    var bus = ModelBus(wire: bench.wire)
    _ = bus.write(0x28, to: 0x79, of: 0x68)
    _ = bus.write(0x50, to: 0x7C, of: 0x68)
    bench.run(until: 1)
    #expect(bench.events.map(\.event) == [.found, .running])
    #expect(bench.samples.count > 70 && bench.model.violations.isEmpty)
  }

  /// It may have been left in any of its banks, too.
  @Test(arguments: [1, 2, 3, 4] as [UInt8])
  func anICM42688InAnotherBankIsFound(_ bank: UInt8) {
    var bench = Bench("icm42688")
    var bus = ModelBus(wire: bench.wire)
    _ = bus.write(bank, to: 0x76, of: 0x68)
    bench.run(until: 1)
    #expect(bench.events.map(\.event) == [.found, .running])
  }

  /// Another program may have left an LSM6 in the bank of its embedded functions or of its sensor hub.
  @Test(arguments: ["lsm6dsox", "lsm6ds3trc", "lsm6dsv16x"], [0x80, 0x40] as [UInt8])
  func anLSM6InAnotherBankIsFound(_ name: String, _ bank: UInt8) {
    var bench = Bench(name)
    var bus = ModelBus(wire: bench.wire)
    _ = bus.write(bank, to: 0x01, of: 0x6A)
    bench.run(until: 1)
    #expect(bench.events.map(\.event) == [.found, .running])
  }

  /// A BMI270 whose configuration takes 140 ms to start, or that is deaf for 5 ms after a reset, is waited for (zephyrproject-rtos/zephyr, bmi270.c;
  /// BMI270_SensorAPI#26).
  @Test(arguments: [(60, 0), (140, 0), (15, 5), (140, 5)] as [(UInt64, UInt64)])
  func aSlowBMI270IsWaitedFor(_ milliseconds: (start: UInt64, deaf: UInt64)) {
    var bench = Bench("bmi270")
    (bench.model as? BMI270Model)?.startTime = milliseconds.start * 1_000
    (bench.model as? BMI270Model)?.deafTime = milliseconds.deaf * 1_000
    bench.run(until: 1)
    #expect(bench.events.last?.event == .running, "\(bench.events)")
    #expect(bench.model.writes.count { $0.register == 0x7E && $0.value == 0xB6 } == 1, "one reset")
    #expect(bench.samples.count > 60)
  }

  /// An LSM6DS3 or LSM6DS33, as on older boards, is driven like its successor.
  @Test func anLSM6DS3IsDriven() {
    var bench = Bench("lsm6ds3trc")
    bench.model.faults = [.identity(0x69)]
    bench.run(until: 1)
    #expect(bench.events.map(\.event) == [.found, .running])
    #expect(bench.samples.count > 70)
  }

  /// Addresses that answered and the bytes that they gave are reported, and the search is repeated.
  @Test func aChipThatNobodyKnowsIsTold() throws {
    var bench = Bench("lsm6dsox")
    bench.model.faults = [.identity(0x42)]
    bench.run(until: 1.1)
    #expect(bench.events.map(\.event) == Array(repeating: .notFound, count: 5))
    // The register of ST's chips, then that of a QMI8658.
    #expect(bench.reader.search.count == 2)
    let answer = try #require(bench.reader.search[0])
    #expect((answer.address, answer.register, answer.identity) == (0x6A, 0x0F, 0x42))
    bench.model.faults = []
    bench.run(until: 2)
    #expect(bench.samples.count > 50)
  }

  @Test func aBMI270WithoutConfigurationIsToldAndNotDriven() throws {
    let model = try #require(ChipModels.make("bmi270") { _ in .rest })
    var bus = ModelBus(wire: Wire([model]))
    var search = ChipSearch()
    #expect(AnyChip<NoBMI270Configuration>.find(on: &bus, &search) == nil)
    #expect((0..<search.count).contains { search[$0]?.identity == 0x24 })
  }

  /// A configuration that the chip does not accept: it is tried again, and no sample ever comes.
  @Test func aBMI270WithAWrongConfigurationGivesNothing() {
    let model = BMI270Model(configuration: [1, 2, 3, 4]) { _ in .rest }
    var bus = ModelBus(wire: Wire([model]))
    var reader = ChipReader<TestChip>()
    var running = false
    for step in 0..<400 as Range<UInt32> {
      bus.pause(milliseconds: 5)
      while let event = reader.next(on: &bus, now: step * 5_000, dataReady: nil) {
        if event == .running { running = true }
      }
    }
    #expect(!running)
    #expect(reader.counters.unanswered.value > 1)
  }

  @Test func aHeldBusIsFreedBeforeTheSearchIsRepeated() {
    var bench = Bench("mpu6050")
    bench.model.faults = [.holdSDA(at: 0, clocks: 5)]
    bench.run(until: 2)
    #expect(bench.wire.freed >= 1)
    #expect(bench.samples.count > 120)
  }

  @Test func answersBeyondEightAreLeftOut() {
    var search = ChipSearch()
    #expect(search[0] == nil && search[-1] == nil && search[8] == nil)
    var bus = RepeatingBus(byte: 0x33)
    for _ in 0..<3 { _ = TestChip.find(on: &bus, &search) }
    #expect(search.count == 8, "each address and register once")
  }
}

/// Answers everything with one byte.
struct RepeatingBus: SensorBus {
  var byte: UInt8
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    .acknowledged
  }
  mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    bytes.update(repeating: byte)
    return .acknowledged
  }
  mutating func free() {}
  mutating func pause(milliseconds: UInt32) {}
}
