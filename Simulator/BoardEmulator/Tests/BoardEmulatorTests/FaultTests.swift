// SPDX-License-Identifier: MIT
import Testing

/// What goes wrong on the bus in the middle of the writing is put right: letters that are not under way are read.
@Suite struct FaultTests {
  /// The fault comes in the pause before the fourth letter, at 11.7 s.
  @Test(
    arguments: zip(
      ["hold@11.7", "reset@11.7", "stop@11.7", "deaf@11.65-11.75"],
      ["lsm6dsox", "mpu6050", "lsm6dsox", "mpu6050"]))
  func theBoardRecovers(_ fault: String, _ chip: String) throws {
    let run = try Emulation(
      "pico", sensor: chip, "--motion", Emulation.motion.get(), "--fault", fault)
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.text == "QUILLON", "\(fault) of \(chip)")
    #expect((run.status?.damagedSensorMessages.value ?? 0) > 0, "the fault must be counted")
  }

  /// A chip that nobody knows is no chip; the board goes on looking.
  @Test func anUnknownIdentityIsNoChip() throws {
    let run = try Emulation("pico", sensor: "lsm6dsox", "--seconds", "3", "--fault", "identity=12")
    #expect(run.report.failure == "")
    #expect(run.report.samples == 0)
    #expect(run.status?.samples.value == 0)
  }

  /// So does one without any chip.
  @Test func aBoardWithoutAChipGoesOnLooking() throws {
    let run = try Emulation("pico", "--seconds", "3")
    #expect(run.report.failure == "")
    #expect(run.report.resets == [])
    #expect(run.status != nil)
  }
}
