import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 1_608, "LSM6DSOX": 1_032, "LSM6DS3TRC": 916, "ICM20948": 1_004, "BMI270": 1_312,
      "LSM9DS1": 964, "ICM42688": 1_348, "BMI160": 880, "LSM6DSV16X": 1_052, "all": 12_532,
    ],
    "m4": [
      "MPU6050": 1_420, "LSM6DSOX": 924, "LSM6DS3TRC": 832, "ICM20948": 940, "BMI270": 1_312,
      "LSM9DS1": 912, "ICM42688": 1_204, "BMI160": 808, "LSM6DSV16X": 824, "all": 11_512,
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
