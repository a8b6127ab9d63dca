// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonWire
import Testing

/// What goes wrong on the bus in the middle of the writing is put right: letters that are not under way are read.
@Suite struct FaultTests {
  /// The fault comes in the pause before the fourth letter, at 11.7 s.
  @Test(
    arguments: [
      ("pico", "lsm6dsox", "hold@11.7"), ("pico", "mpu6050", "reset@11.7"),
      ("pico", "lsm6dsox", "stop@11.7"), ("pico", "mpu6050", "deaf@11.65-11.75"),
      ("xiao-sense", "lsm6ds3trc", "hold@11.7"), ("xiao-sense", "lsm6ds3trc", "reset@11.7"),
      ("xiao-sense", "lsm6ds3trc", "stop@11.7"), ("xiao-sense", "lsm6ds3trc", "deaf@11.65-11.75"),
      ("nano33ble-sense", "lsm9ds1", "hold@11.7"), ("feather-f405", "lsm6dsox", "hold@11.7"),
      ("feather-f405", "mpu6050", "reset@11.7"), ("feather-f405", "lsm6dsox", "stop@11.7"),
      ("feather-f405", "icm20948", "deaf@11.65-11.75"), ("pico", "bmi270", "reset@11.7"),
      ("nano33ble-sense", "bmi270", "deaf@11.65-11.75"),
    ])
  func theBoardRecovers(_ board: String, _ chip: String, _ fault: String) throws {
    let run = try Emulation(
      board, sensor: chip, "--motion", Emulation.motion.get(), "--fault", fault)
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.text == "QUILLON", "\(fault) of \(chip)")
    #expect((run.status?.damagedSensorMessages.value ?? 0) > 0, "the fault must be counted")
    // A chip whose bus is held or that does not answer keeps its samples in its FIFO; one that stops or is reset has none.
    let isLossless = fault.hasPrefix("hold") || fault.hasPrefix("deaf")
    #expect(run.status?.timeGaps.value == (isLossless ? 0 : 1), "the gap must be told")
  }

  /// A chip that is not read for longer than its FIFO holds: 0.27 s of an LSM9DS1, 0.41 s of an ICM-20948.
  @Test(arguments: [("pico", "lsm9ds1"), ("feather-f405", "icm20948")])
  func aFIFOThatOverflowsIsStartedAnew(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, "--motion", Emulation.motion.get(), "--fault", "deaf@1.8-2.4")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
    #expect((run.status?.damagedSensorMessages.value ?? 0) > 0)
    #expect(run.status?.timeGaps.value == 1, "samples are lost")
  }

  /// A chip that nobody knows is no chip; the board goes on looking.
  @Test(arguments: [("pico", "lsm6dsox"), ("xiao-sense", "lsm6ds3trc")])
  func anUnknownIdentityIsNoChip(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--seconds", "3", "--fault", "identity=12")
    #expect(run.report.failure == "")
    #expect(run.report.samples == 0)
    #expect(run.status?.samples.value == 0)
    #expect(run.sensorNames.last == BoardName("? 6A=12 6A=00"))
  }

  /// So does one without any chip.
  @Test(arguments: LetterTests.boards)
  func aBoardWithoutAChipGoesOnLooking(_ board: String) throws {
    let run = try Emulation(board, "--seconds", "3")
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.status != nil)
    #expect(run.sensorNames.last == BoardName("? none"))
  }

  /// A bus that is held before a chip has been found is reported, then freed, and the chip is
  /// found.
  @Test(arguments: [("pico", "lsm6dsox"), ("xiao-sense", "lsm6ds3trc")])
  func aBusThatIsHeldIsTold(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--seconds", "3", "--fault", "hold@0")
    #expect(run.report.failure == "")
    #expect(run.sensorNames.contains(BoardName("? held")))
    #expect(run.report.samples > 0)
  }

  /// A host that listens late learns the chip all the same.
  @Test(arguments: [("pico", "lsm6dsox"), ("feather-f405", "lsm6dsox")])
  func theHelloIsRepeated(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--seconds", "14")
    let name = BoardName("LSM6DSOX")
    #expect((4...6).contains(run.sensorNames.count { $0 == name }), "\(run.sensorNames.count)")
  }

  /// An older Feather Sense carries an LSM6DS33.
  @Test func anOlderChipIsRead() throws {
    let run = try Emulation(
      "feather-sense", sensor: "lsm6ds3trc", "--seconds", "3", "--fault", "identity=69")
    #expect(run.report.failure == "")
    #expect(run.sensorNames.last == BoardName("LSM6DS3TR-C"))
    #expect((run.status?.samples.value ?? 0) > 0)
  }

  /// What a host sends about the sensors is written to the flash, and read back from there.
  @Test(arguments: LetterTests.boards)
  func settingsAreKept(_ board: String) throws {
    var encoder = PacketEncoder()
    var packet = PacketBytes()
    encoder.encode(
      .calibration(SensorCalibration().correction(of: .gyroscope)), time: 0, into: &packet)
    // Empty packets first, until the board listens.
    var input = [UInt8](repeating: 0, count: 3_000)
    packet.forEach { input.append($0) }
    // Long enough for the emulator to see that the flash is as fast as before.
    let run = try Emulation(board, input: input, "--seconds", "3")
    #expect(run.report.failure == "")
    let kept = run.messages.compactMap { message in
      if case .calibration(let correction) = message { correction.isKept } else { nil }
    }
    #expect(kept == [true])
  }
}
