import Foundation
import Testing

/// How much flash the driver of a sensor chip takes.
@Suite struct DriverSizeLongTests {
  /// Bytes that each adds to a program with all others, as BUDGETS.md has them. They may grow by 2 %.
  private static let recorded: [String: [String: Int]] = [
    "m0": [
      "MPU6050": 698, "LSM6DSOX": 748, "LSM6DS3TRC": 588, "BMI270": 664, "LSM9DS1": 804,
      "ICM20948": 866, "all": 7_430,
    ],
    "m4": [
      "MPU6050": 642, "LSM6DSOX": 660, "LSM6DS3TRC": 520, "BMI270": 672, "LSM9DS1": 720,
      "ICM20948": 784, "all": 6_828,
    ],
  ]

  @Test func eachDriverTakesAtMost900Bytes() throws {
    let script = Project.root.appendingPathComponent("Firmware/Tools/DriverSize/driver-size").path
    for (core, figures) in Self.recorded {
      let rows = try Project.run(script, [core]).split(separator: "\n").map {
        $0.split(separator: " ")
      }
      for (name, figure) in figures {
        let row = try #require(rows.first { $0.first == name[...] })
        let size = try #require(Int(row[1]))
        #expect(size * 100 <= figure * 102, "\(core) \(name) is over what is recorded")
        if name != "all" { #expect(size <= 900, "\(core) \(name)") }
      }
    }
  }
}
