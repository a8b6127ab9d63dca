import Foundation
import QuillonRecordings
import Testing

/// Logs of a telephone that turns, as Sensor Logger and phyphox write them.
@Suite struct TelephoneTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-phone-\(UUID().uuidString)")

  private func write(_ name: String, _ lines: [String]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (lines.joined(separator: "\n") + "\n").write(
      to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// Specific force and angular rate of a telephone that lies face up and is turned about x, at 1 rad/s.
  private func truth(_ t: Double) -> (force: [Double], rate: [Double], field: [Double]) {
    ([0.3, 9.80665 * sin(t), 9.80665 * cos(t)], [1, 0, 0], [20, -40 * cos(t), 5])
  }

  private func expectTruth(_ trace: Trace, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    try #require(trace.rows.count > 60, sourceLocation: sourceLocation)
    // The first row is the first reading of the gyroscope, 3 ms after the others, that lies between two of them.
    let start = atan2(trace.rows[0].specificForce?.y ?? 0, trace.rows[0].specificForce?.z ?? 0)
    #expect((0.002...0.014).contains(start), sourceLocation: sourceLocation)
    for row in trace.rows {
      let truth = truth(row.time + start)
      let force = try #require(row.specificForce)
      for axis in 0..<3 {
        #expect(abs(force[axis] - truth.force[axis]) < 0.01, sourceLocation: sourceLocation)
      }
      #expect(row.angularRate == SIMD3(1, 0, 0), sourceLocation: sourceLocation)
    }
  }

  /// Sensor Logger: its files for `seconds`, the acceleration split into gravity and the rest times `sign`.
  private func sensorLogger(sign: Double, total: Bool = false, attitude: Bool = false) throws {
    let epoch = 1_700_000_000_000_000_000
    func file(_ name: String, offset: Double, _ value: (Double) -> [Double]) throws {
      let lines = (0..<100).map { k in
        let t = Double(k) / 100 + offset
        let v = value(t)
        return "\(epoch + Int(t * 1e9)),\(t),\(v[2]),\(v[1]),\(v[0])"
      }
      try write(name, ["time,seconds_elapsed,z,y,x"] + lines)
    }
    try file("Accelerometer.csv", offset: 0) { _ in [0.3 * sign, 0, 0] }
    try file("Gravity.csv", offset: 0.001) { t in
      truth(t).force.enumerated().map { $0 == 0 ? 0 : $1 * sign }
    }
    try file("Gyroscope.csv", offset: 0.003) { truth($0).rate }
    try file("GyroscopeUncalibrated.csv", offset: 0.003) { _ in [9, 9, 9] }
    try file("Magnetometer.csv", offset: 0) { truth($0).field }
    if total { try file("TotalAcceleration.csv", offset: 0) { truth($0).force } }
    if attitude {
      let lines = (0..<100).map { k in
        let t = Double(k) / 100
        return "\(epoch + Int(t * 1e9)),\(t),0,0,\(sin(-t / 2)),\(cos(t / 2)),0,0,0"
      }
      try write("Orientation.csv", ["time,seconds_elapsed,qz,qy,qx,qw,roll,pitch,yaw"] + lines)
    }
    try write(
      "Annotation.csv", ["time,seconds_elapsed,text,millisecond_press_duration", "1,1,A,200"])
  }

  @Test(arguments: [1.0, -1.0])
  func theAttitudeTellsTheSignOfSensorLogger(sign: Double) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try sensorLogger(sign: sign, attitude: true)
    let trace = try Trace(contentsOf: folder.path)
    try expectTruth(trace)
    #expect(trace.comments.first?.contains(sign < 0 ? "iOS" : "Android") == true)
    #expect(abs((trace.rows.first?.magneticField?.y ?? 0) + 40) < 0.1)
    #expect(trace.rows.first?.time == 0)
    // A file of the log leads to the others.
    #expect(try Trace(contentsOf: folder.path + "/Gyroscope.csv") == trace)
  }

  @Test func withoutAnAttitudeTheSystemTellsTheSign() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try sensorLogger(sign: -1)
    try expectTruth(try Trace(contentsOf: folder.path))
    try sensorLogger(sign: 1)
    try write("Metadata.csv", ["version,device name,platform", "3,telephone,android"])
    try expectTruth(try Trace(contentsOf: folder.path))
    try sensorLogger(sign: 1, total: true)
    let total = try Trace(contentsOf: folder.path)
    try expectTruth(total)
    #expect(total.comments.first?.contains("as logged") == true)
  }

  /// One file, semicolons and decimal commas, as a telephone set to German exports.
  @Test(arguments: [(",", "."), (";", ","), ("\t", ".")])
  func phyphoxIsReadWithEverySeparator(_ style: (separator: String, point: String)) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = [
      "Time (s)", "Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)",
      "Gyroscope x (rad/s)", "Gyroscope y (rad/s)", "Gyroscope z (rad/s)",
    ]
    let rows = (0..<100).map { k in
      let t = Double(k) / 100
      let truth = truth(t + 0.003)
      return ([t] + truth.force + truth.rate).map {
        String(format: "%.9E", $0).replacing(".", with: style.point)
      }.joined(separator: style.separator)
    }
    try write(
      "Raw Data.csv", [names.map { "\"\($0)\"" }.joined(separator: style.separator)] + rows)
    try expectTruth(try Trace(contentsOf: folder.path + "/Raw Data.csv"))
  }

  @Test func phyphoxInSeveralFilesIsJoined() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(
      _ name: String, _ column: String, _ unit: String, _ offset: Double,
      _ value: (Double) -> [Double]
    ) throws {
      let header = ["Time (s)"] + ["x", "y", "z"].map { "\(column) \($0) (\(unit))" }
      let rows = (0..<100).map { k in
        let t = Double(k) / 100 + offset
        return ([t] + value(t)).map { "\($0)" }.joined(separator: ",")
      }
      try write(name, [header.map { "\"\($0)\"" }.joined(separator: ",")] + rows)
    }
    try file("Accelerometer.csv", "Acceleration", "m/s^2", 0) { truth($0).force }
    try file("Gyroscope.csv", "Gyroscope", "rad/s", 0.003) { truth($0).rate }
    try expectTruth(try Trace(contentsOf: folder.path))
  }

  /// phyphox' separate files, whose columns are an axis and a unit.
  @Test func filesOfOneSensorAreJoined() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ unit: String, _ offset: Double, _ value: (Double) -> [Double])
      throws
    {
      let rows = (0..<100).map { k in
        let t = Double(k) / 100 + offset
        return ([t] + value(t)).map { "\($0)" }.joined(separator: ",")
      }
      try write(
        name,
        ["\"Time (s)\"," + ["X", "Y", "Z"].map { "\"\($0) (\(unit))\"" }.joined(separator: ",")]
          + rows)
    }
    try file("Accelerometer.csv", "m/s^2", 0) { truth($0).force }
    try file("Gyroscope.csv", "rad/s", 0.003) { truth($0).rate }
    try file("Magnetometer.csv", "µT", 0) { truth($0).field }
    try expectTruth(try Trace(contentsOf: folder.path))
    // Without a gyroscope the rows are those of the accelerometer.
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Gyroscope.csv"))
    let rows = try Trace(contentsOf: folder.path).rows
    #expect(rows.count > 90 && rows[9].angularRate == nil && rows[9].specificForce != nil)
  }

  /// Sensor Logger before it had `seconds_elapsed`, and with the signs of all systems alike.
  @Test func olderAndStandardisedLogsAreRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try sensorLogger(sign: 1)
    for name in ["Accelerometer", "Gravity", "Gyroscope"] {
      let file = folder.appendingPathComponent(name + ".csv")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
        let fields = line.split(separator: ",")
        return ([fields[0]] + fields[2...]).joined(separator: ",")
      }
      try write(name + ".csv", lines)
    }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Magnetometer.csv"))
    try FileManager.default.removeItem(
      at: folder.appendingPathComponent("GyroscopeUncalibrated.csv"))
    try write("Metadata.csv", ["version,platform,standardisation", "3,ios,true"])
    try expectTruth(try Trace(contentsOf: folder.path))
  }

  /// A table with other units, as x-io's example data.
  @Test func unitsOfATableAreConverted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let header =
      ["Time (s)"] + ["x", "y", "z"].map { "Accelerometer \($0) (g)" }
      + ["x", "y", "z"].map { "Gyroscope \($0) (deg/s)" }
    let rows = (0..<100).map { k in
      let t = Double(k) / 100
      let truth = truth(t + 0.003)
      return ([t] + truth.force.map { $0 / 9.80665 } + truth.rate.map { $0 * 180 / .pi }).map {
        "\($0)"
      }.joined(separator: ",")
    }
    try write("sensor_data.csv", [header.joined(separator: ",")] + rows)
    let trace = try Trace(contentsOf: folder.path + "/sensor_data.csv")
    #expect(abs((trace.rows[50].angularRate?.x ?? 0) - 1) < 1e-6)
    #expect(abs((trace.rows[50].specificForce?.z ?? 0) - truth(0.503).force[2]) < 1e-6)
  }

  /// A file for each sensor, by its name, as many apps write them: times and units follow from the numbers.
  @Test(arguments: [
    ("timestamp", 1e3), ("Time (seconds)", 1), ("time", 1e3), ("sensor_time_us", 1e6),
  ])
  func filesWithAxesAloneAreJoined(time: String, unit: Double) throws {
    for (force, rate) in [(1.0, 1.0), (1 / 9.80665, 180 / Double.pi)] {
      defer { try? FileManager.default.removeItem(at: folder) }
      func file(_ name: String, _ offset: Double, _ value: (Double) -> [Double]) throws {
        let rows = (0..<100).map { k in
          let t = Double(k) / 100 + offset
          return ([(1_000 + t) * unit] + value(t)).map { "\($0)" }.joined(separator: ",")
        }
        try write(name, ["\(time),x,y,z"] + rows)
      }
      try file("AccelerometerData.csv", 0) { truth($0).force.map { $0 * force } }
      try file("gyro.csv", 0.003) { truth($0).rate.map { $0 * rate } }
      let trace = try Trace(contentsOf: folder.path)
      #expect(trace.rows.count > 90)
      for row in trace.rows {
        let truth = truth(row.time + 0.003)
        let (f, w) = (row.specificForce ?? .zero, row.angularRate ?? .zero)
        #expect(abs(f.y - truth.force[1]) < 0.01 && abs(w.x - 1) < 1e-3, "\(trace.remarks)")
      }
    }
  }

  /// Sensor Logger's watch: all in one file, in g with the sign of gravity, or in m/s².
  @Test(arguments: [(-1 / 9.80665, "ios,false"), (1, "ios,true")])
  func theLogOfAWatchIsRead(unit: Double, system: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["rotationRate", "gravity", "acceleration"].flatMap { name in
      ["X", "Y", "Z"].map { name + $0 }
    }
    let rows = (0..<100).map { k in
      let t = Double(k) / 100 + 0.003
      let truth = truth(t)
      let gravity = [0] + truth.force[1...]
      let numbers =
        truth.rate + gravity.map { $0 * unit } + [truth.force[0] * unit, 0, 0]
        + [cos(t / 2), sin(t / 2), 0, 0]
      return "\(1_700_000_000_000_000_000 + k * 10_000_000),\(t),"
        + numbers.map { "\($0)" }.joined(separator: ",")
    }
    let header =
      ["time", "seconds_elapsed"] + names
      + ["quaternionW", "quaternionX", "quaternionY", "quaternionZ"]
    try write("WristMotion.csv", [header.joined(separator: ",")] + rows)
    try write("Metadata.csv", ["version,platform,standardisation", "3,\(system)"])
    try expectTruth(try Trace(contentsOf: folder.path))
    try expectTruth(try Trace(contentsOf: folder.path + "/WristMotion.csv"))
  }

  /// Sensor Logger's other export: one list of readings.
  @Test func theLogAsJSONIsRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func readings(_ sensor: String, _ offset: Double, _ value: (Double) -> [Double]) -> [String] {
      (0..<100).map { k in
        let t = Double(k) / 100 + offset
        let v = value(t)
        return """
          {"sensor":"\(sensor)","time":"\(1_700_000_000_000_000_000 + Int(t * 1e9))","seconds_elapsed":"\(t)",\
          "x":"\(v[0])","y":"\(v[1])","z":"\(v[2])"}
          """
      }
    }
    let all =
      [#"{"sensor":"Metadata","platform":"android"}"#]
      + readings("TotalAcceleration", 0) { truth($0).force }
      + readings("GyroscopeUncalibrated", 0.003) { truth($0).rate }
    try write("log.json", ["[" + all.joined(separator: ",") + "]"])
    try expectTruth(try Trace(contentsOf: folder.path + "/log.json"))
    try write("log.json", ["[" + all.joined(separator: ",")])
    #expect(throws: RecordingError.self) { try Trace(contentsOf: folder.path + "/log.json") }
  }

  /// Whoever looks at the errors of a gyroscope has nothing else.
  @Test func aGyroscopeAloneIsRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, header) in [
      ("Gyroscope.csv", "time,seconds_elapsed,z,y,x"),
      (
        "gyro.csv",
        "\"Time (s)\";\"Gyroscope z (rad/s)\";\"Gyroscope y (rad/s)\";\"Gyroscope x (rad/s)\""
      ),
    ] {
      try write(
        name,
        [header]
          + (0..<100).map { index in
            name == "gyro.csv"
              ? "\(Double(index) / 100);0.3;-0.2;0.1"
              : "\(index * 10_000_000),\(Double(index) / 100),0.3,-0.2,0.1"
          })
      let trace = try Trace(contentsOf: folder.appendingPathComponent(name).path)
      #expect(trace.rows.count == 100)
      #expect(trace.rows.allSatisfy { $0.specificForce == nil })
      #expect(trace.rows[50].angularRate == SIMD3(0.1, -0.2, 0.3))
      #expect(abs(trace.rows[99].time - 0.99) < 1e-9)
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  @Test func whatIsMissingIsToldWithTheNextStep() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func error() -> String {
      do {
        _ = try Trace(contentsOf: folder.path)
        return ""
      } catch { return "\(error)" }
    }
    try write("notes.txt", ["nothing"])
    #expect(error().contains("a folder without a telephone's log"))
    try write("Gravity.csv", ["time,seconds_elapsed,z,y,x", "1,0,9.8,0,0"])
    #expect(error().contains("record the telephone's gyroscope"))
    try write("Gyroscope.csv", ["time,seconds_elapsed,z,y,x", "1,0,0,0,0", "9,1,0,0,0"])
    #expect(error().contains("record TotalAcceleration, or Accelerometer and Gravity"))
    try write("TotalAcceleration.csv", ["time,seconds_elapsed,z,y,x", "1,0,zero,0,0"])
    #expect(error().contains("line 2: found \"zero\""), "\(error())")
  }
}
