import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 1_436, "LSM6DSOX": 612, "LSM6DS3TRC": 508, "ICM20948": 768, "BMI270": 1_300,
      "LSM9DS1": 828, "ICM42688": 1_068, "BMI160": 500, "LSM6DSV16X": 516, "QMI8658": 660,
      "ICM42670": 516, "all": 15_880,
    ],
    "m4": [
      "MPU6050": 1_396, "LSM6DSOX": 580, "LSM6DS3TRC": 476, "ICM20948": 712, "BMI270": 1_300,
      "LSM9DS1": 824, "ICM42688": 940, "BMI160": 528, "LSM6DSV16X": 512, "QMI8658": 632,
      "ICM42670": 504, "all": 14_740,
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
