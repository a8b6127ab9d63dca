import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 1_412, "LSM6DSOX": 764, "LSM6DS3TRC": 628, "ICM20948": 512, "BMI270": 1_356,
      "LSM9DS1": 400, "ICM42688": 584, "BMI160": 340, "LSM6DSV16X": 868, "QMI8658": 440,
      "BNO055": 292, "ICM42670": 288, "all": 16_696,
    ],
    "m4": [
      "MPU6050": 1_400, "LSM6DSOX": 696, "LSM6DS3TRC": 580, "ICM20948": 504, "BMI270": 1_272,
      "LSM9DS1": 412, "ICM42688": 608, "BMI160": 336, "LSM6DSV16X": 780, "QMI8658": 412,
      "BNO055": 272, "ICM42670": 328, "all": 15_500,
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
