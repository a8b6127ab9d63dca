import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 1_788, "LSM6DSOX": 944, "LSM6DS3TRC": 852, "ICM20948": 1_076, "BMI270": 1_564,
      "LSM9DS1": 1_044, "ICM42688": 1_464, "BMI160": 952, "LSM6DSV16X": 1_156, "all": 14_400,
    ],
    "m4": [
      "MPU6050": 1_596, "LSM6DSOX": 876, "LSM6DS3TRC": 776, "ICM20948": 1_044, "BMI270": 1_564,
      "LSM9DS1": 1_032, "ICM42688": 1_292, "BMI160": 928, "LSM6DSV16X": 956, "all": 13_332,
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
