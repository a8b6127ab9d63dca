import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 1_480, "LSM6DSOX": 820, "LSM6DS3TRC": 684, "ICM20948": 952, "BMI270": 1_504,
      "LSM9DS1": 604, "ICM42688": 892, "BMI160": 692, "LSM6DSV16X": 924, "QMI8658": 860,
      "BNO055": 712, "ICM42670": 636, "all": 16_884,
    ],
    "m4": [
      "MPU6050": 1_368, "LSM6DSOX": 716, "LSM6DS3TRC": 600, "ICM20948": 840, "BMI270": 1_372,
      "LSM9DS1": 568, "ICM42688": 808, "BMI160": 596, "LSM6DSV16X": 800, "QMI8658": 728,
      "BNO055": 592, "ICM42670": 572, "all": 15_576,
    ],
  ]

  @Test func eachDriverTakesWhatIsRecorded() throws {
    let script = Project.root.appendingPathComponent("Firmware/Tools/DriverSize/driver-size").path
    for (core, figures) in Self.recorded {
      let rows = try Project.run(script, [core]).split(separator: "\n").map {
        $0.split(separator: " ")
      }
      for (name, figure) in figures {
        let row = try #require(rows.first { $0.first == name[...] })
        let size = try #require(Int(row[1]))
        #expect(size * 100 <= figure * 102, "\(core) \(name) is over what is recorded")
        guard name != "all" else { continue }
        withKnownIssue("most drivers miss this goal, as BUDGETS says", isIntermittent: true) {
          #expect(size <= 900, "\(core) \(name)")
        }
      }
    }
  }
}
