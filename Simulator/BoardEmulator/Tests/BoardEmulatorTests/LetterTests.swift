// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonRecognizer
import QuillonSensors
import Testing

/// Boards with a sensor chip, from the chip's registers to the letters.
@Suite struct LetterTests {
  static let boards = ["pico", "nano-rp2040"]
  static let chips = ["lsm6dsox", "mpu6050", "mpu6500", "lsm6ds3trc", "icm20948", "lsm9ds1"]

  /// A Pico with each chip, and the other boards with their own.
  private static let pairs = chips.map { ("pico", $0) } + [("nano-rp2040", "lsm6dsox")]

  @Test(arguments: pairs)
  func aBoardReadsWhatIsWritten(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--motion", Emulation.motion.get())
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.report.resets == [])
    #expect(run.text == "QUILLON", "\(board) with \(chip)")
    #expect(run.status?.lateSamples.value == 0)
    #expect(run.status?.sensorOverruns.value == 0)
  }

  /// Four wires are enough: without the interrupt's, the firmware asks the chip.
  @Test(arguments: ["lsm6dsox", "mpu6050"])
  func theInterruptPinMayStayFree(_ chip: String) throws {
    let run = try Emulation(
      "pico", sensor: chip, "--motion", Emulation.motion.get(), "--interrupt", "no")
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
  }
}
