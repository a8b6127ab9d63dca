// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonRecognizer
import QuillonSensorModels
import QuillonSensors
import QuillonWire
import Testing

/// Boards with a sensor chip, from the chip's registers to the letters.
@Suite struct LetterTests {
  static let boards = [
    "pico", "nano-rp2040", "pico2", "xiao-sense", "nano33ble-sense", "feather-sense",
    "feather-f405",
  ]
  static let chips = [
    "lsm6dsox", "mpu6050", "mpu6500", "mpu9250", "lsm6ds3trc", "icm20948", "lsm9ds1", "icm42688",
    "bmi160",
    "lsm6dsv16x", "qmi8658", "icm42670", "bno055",
  ]

  /// The boards for modules with each chip, and the others with their own.
  private static let pairs =
    ["pico", "pico2", "feather-f405"].flatMap { board in chips.map { (board, $0) } } + [
      ("nano-rp2040", "lsm6dsox"), ("xiao-sense", "lsm6ds3trc"), ("nano33ble-sense", "lsm9ds1"),
      ("feather-sense", "lsm6ds3trc"), ("pico", "bmi270"), ("nano33ble-sense", "bmi270"),
      ("pico", "mpu6886"), ("pico", "ism330dhcx"), ("pico", "bno08x"), ("xiao-sense", "bno08x"),
      ("feather-f405", "bno08x"),
    ]

  @Test(arguments: pairs)
  func aBoardReadsWhatIsWritten(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--motion", Emulation.motion.get())
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.report.resets == [])
    #expect(run.text == "QUILLON", "\(board) with \(chip)")
    #expect(run.status?.lateSamples.value == 0)
    #expect(run.status?.sensorOverruns.value == 0)
    print("\(board), \(chip): awake for \(run.report.awake * 100) % of the time with the pen down")
    #expect(run.report.awake <= 0.05)
    expectBusTime(of: run)
    try readsAsTheHostDoes(run, on: board)
  }

  /// A frame of a board with a chip counts 24 bytes of 9 bits at 366 kHz for the bus, and 12 for a field. What its transfers really take a
  /// sample is no more, within a tenth, and at least what 16 bytes take at 400 kHz, since no chip has a shorter sample.
  private func expectBusTime(of run: Emulation) {
    // The report has no first addresses, each of ten bits with its start.
    let time = run.report.transferSeconds + Double(run.report.transfers) * 10 / 366e3
    let each = time / Double(run.report.samples)
    print("the bus is in use for \(each * 1e6) µs a sample")
    // A field comes with every fourth sample.
    // A QMI8658 has no field, and needs time to open the read mode of its FIFO. A BNO08x is asked each 2 ms whether it has a message, and
    // each message is read in two parts.
    let most =
      switch run.sensorNames.last {
      case BoardName("QMI8658"): 36.0
      case BoardName("BNO08x"): 70.0
      default: run.report.fields.isEmpty ? 24 : 27.0
      }
    #expect(each <= 1.1 * most * 9 / 366e3 && each >= 16 * 9 / 400e3)
  }

  /// The host's recognizer, fed with the chip's own samples at the times and with the pen that the firmware gave them, comes to the same
  /// letters, scores and margins, bit for bit.
  private func readsAsTheHostDoes(_ run: Emulation, on board: String) throws {
    #expect(run.classifications.count >= 7)
    #expect(run.classifications == run.hostClassifications)
    // Every sample is one that the chip gave, in their order, and none is missing between them.
    let facts = try #require(Self.facts(of: run))
    let given = run.samples.map { $0.counts.sample(facts, map: .identity, time: 0) }
    let first = try #require(run.recognized.first)
    let begin = try #require(
      given.indices.first {
        given[$0].isSameMotion(first) && given[$0 + 1].isSameMotion(run.recognized[1])
      })
    #expect(run.recognized.count > 1_500 && begin + run.recognized.count <= given.count)
    #expect(zip(given[begin...], run.recognized).allSatisfy { $0.isSameMotion($1) })
    // Their times are the chip's, but for the board's start and the first ones. Without the interrupt they are right to a period.
    let shifts = zip(run.samples[(begin + 10)...], run.recognized.dropFirst(10)).map {
      Int32(bitPattern: $1.timestamp &- $0.time)
    }
    let spread = (shifts.max() ?? 0) - (shifts.min() ?? 0)
    print("\(board): times differ by at most \(spread) µs")
    let isWithoutPin = board == "nano33ble-sense" || run.sensorNames.last == BoardName("BNO08x")
    #expect(spread <= (isWithoutPin ? Int32(facts.period) : 50))
  }

  /// Each board with the chip that it has, or that is usually connected to it.
  private static let usual = zip(
    boards,
    ["mpu6050", "lsm6dsox", "mpu6050", "lsm6ds3trc", "lsm9ds1", "lsm6ds3trc", "lsm6dsox"])

  /// Firmware with damped integration and the perceptron comes to the host's letters, scores and margins, bit for bit.
  @Test(arguments: usual)
  func theDampedChainReadsAsTheHostDoes(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, isDamped: true, "--motion", Emulation.motion.get())
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.report.resets == [])
    #expect(run.classifications.count >= 7)
    #expect(run.classifications == run.dampedHostClassifications)
    #expect(run.classifications != run.hostClassifications, "the control")
    #expect(run.status?.lateSamples.value == 0)
    #expect(run.report.awake <= 0.05)
  }

  /// The chips that have SPI, connected to a Pico by it.
  @Test(arguments: [
    "mpu6500", "mpu9250", "lsm6dsox", "lsm6ds3trc", "icm20948", "lsm9ds1", "bmi270", "icm42688",
    "bmi160", "lsm6dsv16x", "qmi8658", "icm42670",
  ])
  func aChipOnSPIReadsAsWell(_ chip: String) throws {
    let run = try Emulation(
      "pico", sensor: chip, isSPI: true, "--motion", Emulation.motion.get())
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.report.resets == [])
    #expect(run.text == "QUILLON", "\(chip)")
    #expect(run.status?.sensorOverruns.value == 0)
    #expect(run.report.awake <= 0.05)
    try readsAsTheHostDoes(run, on: "pico")
  }

  @Test func aPico2ReadsOnSPIToo() throws {
    let run = try Emulation(
      "pico2", sensor: "lsm6dsox", isSPI: true, "--motion", Emulation.motion.get())
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
    try readsAsTheHostDoes(run, on: "pico2")
  }

  /// An MPU-6050 has no SPI. The line stays low, and no chip is found.
  @Test func aChipWithoutSPIIsNotFoundThere() throws {
    let run = try Emulation("pico", sensor: "mpu6050", isSPI: true, "--seconds", "2")
    #expect(run.report.failure == "")
    #expect(run.samples.isEmpty && run.classifications.isEmpty)
  }

  private static func facts(of run: Emulation) -> ChipFacts? {
    return run.sensorNames.last.flatMap { name in
      [
        LSM6DSOX(address: 0x6A, identity: 0x6C)?.facts,
        LSM6DSOX(address: 0x6A, identity: 0x6B)?.facts,
        LSM6DS3TRC(address: 0x6A, identity: 0x6A)?.facts,
        LSM9DS1(address: 0x6B, identity: 0x68)?.facts,
        ICM20948(address: 0x68, identity: 0xEA)?.facts,
        LSM6DSV16X(address: 0x6A, identity: 0x70)?.facts,
        ICM42688(address: 0x68, identity: 0x47)?.facts,
        BMI160(address: 0x68, identity: 0xD1)?.facts,
        QMI8658(address: 0x6B, identity: 0x05)?.facts,
        ICM42670(address: 0x68, identity: 0x67)?.facts,
        BNO055(address: 0x28, identity: 0xA0)?.facts, BNO08x(address: 0x4A).facts,
        BMI270<EmulatedConfiguration>(address: 0x68, identity: 0x24)?.facts,
        MPU6050(address: 0x68, identity: 0x68)?.facts,
        MPU6050(address: 0x68, identity: 0x70)?.facts,
        MPU6050(address: 0x68, identity: 0x71)?.facts,
        MPU6050(address: 0x68, identity: 0x19)?.facts,
      ].compactMap { $0 }.first { BoardName($0.name) == name }
    }
  }

  /// Four wires are enough: without the interrupt's, the firmware asks the chip.
  @Test(arguments: [("pico", "lsm6dsox"), ("pico", "mpu6050"), ("pico2", "mpu6050")])
  func theInterruptPinMayStayFree(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, "--motion", Emulation.motion.get(), "--interrupt", "no")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
  }
}

/// The program that the emulated BMI270 accepts.
private enum EmulatedConfiguration: BMI270Configuration {
  static var length: Int { ChipModels.testConfiguration.count }
  static func byte(at index: Int) -> UInt8 { ChipModels.testConfiguration[index] }
}

extension InertialSample {
  /// True if force and rate are the same.
  fileprivate func isSameMotion(_ other: Self) -> Bool {
    acceleration == other.acceleration && angularRate == other.angularRate
  }
}
