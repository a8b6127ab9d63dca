import Foundation
import QuillonRecordings
import Testing

/// Recordings as other programs write them. The board turns about the vertical alone, so that gravity does not give the unit of rate: only
/// the maker of the program does.
@Suite struct TableProgramTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-programs-\(UUID().uuidString)")

  private static let count = 300

  /// SI: time, specific force, angular rate.
  private static func truth(_ index: Int) -> (time: Double, force: [Double], rate: [Double]) {
    let noise = 0.004 * sin(Double(index * 7_919))
    let rate = (100..<200).contains(index) ? 1.5 : 0
    return (Double(index) / 100, [noise, 0.1 - noise, 9.80665 + noise], [noise, -noise, rate])
  }

  private func write(_ text: String, _ name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func expectTruth(
    _ path: String, tolerance: Double = 1e-3, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let trace = try Trace(contentsOf: path)
    let about = Comment(rawValue: "\(trace.remarks)")
    try #require(trace.rows.count == Self.count, about, sourceLocation: sourceLocation)
    var worst = 0.0
    for (index, row) in trace.rows.enumerated() {
      let truth = Self.truth(index)
      let (f, w) = (row.specificForce ?? .zero, row.angularRate ?? .zero)
      for axis in 0..<3 {
        worst = max(worst, abs(f[axis] - truth.force[axis]), abs(w[axis] - truth.rate[axis]))
      }
      worst = max(worst, abs(row.time - trace.rows[0].time - truth.time))
    }
    #expect(worst < tolerance, about, sourceLocation: sourceLocation)
  }

  private static func text(
    _ header: String, separator: String = ",",
    _ row: (Int, Double, [Double], [Double]) -> [any CustomStringConvertible]
  ) -> String {
    let rows = (0..<count).map { index in
      let truth = truth(index)
      return row(index, truth.time, truth.force, truth.rate).map(\.description)
        .joined(separator: separator)
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func degrees(_ rate: [Double]) -> [Double] { rate.map { $0 * 180 / .pi } }
  private static func gravities(_ force: [Double]) -> [Double] { force.map { $0 / 9.80665 } }

  @Test func recordingsOfSensorMakersAreRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let columns = "Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z"
    let dot = Self.text(
      "DeviceTag:,Xsens DOT\nOutputRate:,100Hz\n\nPacketCounter,SampleTimeFine,\(columns)"
    ) { [$0, Int(2e6 + ($1 * 1e6).rounded())] + $2 + Self.degrees($3) }
    try expectTruth(try write(dot, "dot.csv"))
    let manager = Self.text(
      "// Start Time: Unknown\n// Update Rate: 100.0Hz\nPacketCounter,SampleTimeFine,\(columns)"
        .replacing(",", with: "\t"), separator: "\t"
    ) { [$0, Int(2e6 + ($1 * 1e4).rounded())] + $2 + $3 }
    try expectTruth(try write(manager, "MT_0001.txt.csv"))
    let witMotion = Self.text(
      "time\tDeviceName\tAccX(g)\tAccY(g)\tAccZ(g)\tAsX(°/s)\tAsY(°/s)\tAsZ(°/s)\tAngleX(°)\tTemperature(°C)",
      separator: "\t"
    ) {
      [String(format: "2023-05-15 11:22:%06.3f", $1), "WT901BLE67(d4:03)"] + Self.gravities($2)
        + Self.degrees($3) + [$0, 31.2]
    }
    try expectTruth(try write(witMotion, "wit.csv"))
    let xIMU3 = Self.text(
      "Timestamp (us),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)"
    ) { [1_000_000 + $0 * 10_000] + Self.degrees($3) + Self.gravities($2) }
    try expectTruth(try write(xIMU3, "Inertial.csv"))
    let betaflight = Self.text(
      "\"loopIteration\",\"time\",\"gyroADC[0]\",\"gyroADC[1]\",\"gyroADC[2]\",\"accSmooth[0]\",\"accSmooth[1]\",\"accSmooth[2]\""
    ) {
      [$0 * 80, 1_000_000 + $0 * 10_000] + Self.degrees($3).map { Int($0.rounded()) }
        + Self.gravities($2).map { Int(($0 * 2_048).rounded()) }
    }
    try expectTruth(try write(betaflight, "LOG00001.01.csv"), tolerance: 0.01)
  }

  @Test func recordingsOfTelephoneAppsAreRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sensorLog = Self.text(
      "loggingTime(txt),loggingSample(N),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),accelerometerAccelerationY(G),accelerometerAccelerationZ(G),gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s),motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G)"
    ) {
      [String(format: "2023-01-30T11:28:%06.3f+01:00", $1), $0, 1_000 + $1]
        + Self.gravities($2).map { -$0 } + $3 + [0, 0, 0]
    }
    try expectTruth(try write(sensorLog, "sensorlog.csv"))
    let coreMotion = Self.text(
      "timestamp,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z"
    ) { [1_000 + $1, 0, 0, -1] + $3 + Self.gravities([-$2[0], -$2[1], 9.80665 - $2[2]]) }
    try expectTruth(try write(coreMotion, "motion.csv"))
    // The same with other names, as apps for watches have them.
    let watch = Self.text(
      "time_s,gravityX,gravityY,gravityZ,rotationRateX,rotationRateY,rotationRateZ,accelerationX,accelerationY,accelerationZ"
    ) { [$1, 0, 0, 9.80665] + $3 + [$2[0], $2[1], $2[2] - 9.80665] }
    try expectTruth(try write(watch, "watch.csv"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("watch.csv"))
    // MetaBase: a file for each sensor.
    for (name, unit, isForce) in [("Accelerometer", "g", true), ("Gyroscope", "deg/s", false)] {
      let text = Self.text(
        "epoch (ms),time (-07:00),elapsed (s),x-axis (\(unit)),y-axis (\(unit)),z-axis (\(unit))"
      ) {
        [1_565_776_800_000 + $0 * 10, "2019-08-14T03:00:00.000", $1]
          + (isForce ? Self.gravities($2) : Self.degrees($3))
      }
      _ = try write(text, "MetaWear_2019_\(name)_100.000Hz_1.5.0.csv")
    }
    for name in ["sensorlog.csv", "motion.csv"] {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    try expectTruth(folder.path)
  }

  @Test func recordingsOfRobotsAreRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bag = Self.text(
      "rosbagTimestamp,header,seq,stamp,secs,nsecs,frame_id,orientation,x,y,z,w,orientation_covariance,angular_velocity,x,y,z,angular_velocity_covariance,linear_acceleration,x,y,z,linear_acceleration_covariance"
    ) {
      [1_403_636_579_758_555_392 + $0 * 10_000_000, "", $0, "", 1_403_636_579 + $0 / 100, 0, "imu"]
        + ["", 0, 0, 0, 1, "\"[-1.0, 0.0]\"", ""] + $3 + ["\"[0.0, 0.0]\"", ""] + $2
        + ["\"[0.0, 0.0]\""]
    }
    try expectTruth(try write(bag, "bag.csv"))
    let topic = Self.text(
      "%time,field.header.seq,field.orientation.x,field.angular_velocity.x,field.angular_velocity.y,field.angular_velocity.z,field.angular_velocity_covariance0,field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z"
    ) { [1_403_636_579_758_555_392 + $0 * 10_000_000, $0, 0] + $3 + [0] + $2 }
    try expectTruth(try write(topic, "topic.csv"))
    // ArduPilot's own text, and a time in two columns.
    let format =
      "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns\nFMT, 163, 49, IMU, QBffffff, TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ"
    let log = Self.text(format, separator: ", ") { ["IMU", 50_000_000 + $0 * 10_000, 0] + $3 + $2 }
    try expectTruth(try write(log.replacing("IMU, 5", with: "PARM, X, 1\nIMU, 5"), "00000001.log"))
    let stamps = Self.text(
      "header.stamp.sec,header.stamp.nanosec,angular_velocity.x,angular_velocity.y,angular_velocity.z,linear_acceleration.x,linear_acceleration.y,linear_acceleration.z"
    ) { [1_700_000_000 + $0 / 100, $0 % 100 * 10_000_000] + $3 + $2 }
    let path = try write(stamps, "stamps.csv")
    try expectTruth(path)
    #expect(try !Trace(contentsOf: path).remarks.contains { $0.contains("spread") })
    // ArduPilot writes a row for each of its sensors in turn.
    let ardupilot = Self.text("timestamp,TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,T") {
      let row: [any CustomStringConvertible] = [1.6e9 + $1, 50_000_000 + $0 * 10_000]
      let second = (row + [1] + $3 + [0, 0, 9, 35.2]).map(\.description).joined(separator: ",")
      return row + [0] + $3 + $2 + ["35.2\n\(second)"]
    }
    try expectTruth(try write(ardupilot, "imu.csv"))
    #expect(
      try Trace(contentsOf: folder.appendingPathComponent("imu.csv").path).remarks.contains {
        $0.contains("300 rows are of other sensors than 0")
      })
  }

  /// Edge Impulse gives units or not; without them a rate that no gyroscope measures is none in rad/s.
  @Test func recordingsOfEdgeImpulseAreRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for units in [["m/s2", "deg/s"], ["m/s2", "N/A"]] {
      let sensors = (0..<6).map { index in
        """
        {"name":"\(index < 3 ? "acc" : "gyr")\(["X", "Y", "Z"][index % 3])","units":"\(units[index / 3])"}
        """
      }
      let values = (0..<Self.count).map { index in
        let truth = Self.truth(index)
        return "[" + (truth.force + Self.degrees(truth.rate)).map { "\($0)" }.joined(separator: ",")
          + "]"
      }
      let text = """
        {"protected":{"ver":"v1","alg":"none"},"signature":"00","payload":{"device_type":"X","interval_ms":10,
        "sensors":[\(sensors.joined(separator: ","))],"values":[\(values.joined(separator: ","))]}}
        """
      try expectTruth(try write(text, "sample.json"))
    }
    #expect(throws: RecordingError.self) {
      try Trace(
        contentsOf: write(
          "{\"payload\":{\"interval_ms\":10,\"sensors\":[{\"name\":\"accX\"}],\"values\":[[1,2]]}}",
          "cut.json"))
    }
  }
}
