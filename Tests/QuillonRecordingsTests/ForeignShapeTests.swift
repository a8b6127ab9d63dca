import Foundation
import QuillonRecordings
import Testing

/// Shapes of tables and folders as makers, terminals and spreadsheets write them. The motion is that of `ForeignTableTests`.
extension ForeignTableTests {
  static let plainHeader =
    "t (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"

  /// A text of rows: what `field` returns of each.
  private static func rows(_ header: String, _ row: (Int, [Double]) -> String?) -> String {
    let rows = (0..<700).compactMap { index in
      let truth = truth(index)
      return row(index, [truth.time] + truth.force + truth.rate)
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func list(_ numbers: some Sequence<Double>, _ scale: Double = 1) -> String {
    numbers.map { String(format: "%.7f", $0 * scale) }.joined(separator: ",")
  }

  private func trace(of text: String) throws -> Trace {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv")
    try Data(text.utf8).write(to: file)
    return try Trace(contentsOf: file.path)
  }

  /// What reading a text says: the remarks, or the error.
  private func said(_ text: String, name: String = "a.csv") -> String {
    read([(name, Array(text.utf8))], path: name)
  }

  private func read(_ files: [(String, [UInt8])], path: String = "") -> String {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
      return try Trace(contentsOf: folder.appendingPathComponent(path).path).remarks.joined(
        separator: "\n")
    } catch { return "\(error)" }
  }

  /// Writes files into a folder and compares its trace with the truth.
  private func expectFolder(
    _ files: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try Self.expectMotion(Trace(contentsOf: folder.path), sourceLocation)
  }

  /// Compares rows, of which some may be left out at the ends, with the truth at their times.
  private static func expectMotion(_ trace: Trace, _ sourceLocation: SourceLocation) throws {
    let about = Comment(rawValue: "\(trace.remarks)")
    try #require(trace.rows.count > 680, about, sourceLocation: sourceLocation)
    var worst = 0.0
    for row in trace.rows {
      let truth = truth(Int(((row.time - trace.rows[0].time) * 100).rounded()))
      let (f, w) = (row.specificForce ?? .zero, row.angularRate ?? .zero)
      for axis in 0..<3 {
        worst = max(worst, abs(f[axis] - truth.force[axis]) / 9.8, abs(w[axis] - truth.rate[axis]))
      }
    }
    #expect(worst < 0.03, about, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "time,pqr[0],pqr[1],pqr[2],acc[0],acc[1],acc[2]",
    "time,rollrate_rad_s,pitchrate_rad_s,yawrate_rad_s,ax,ay,az",
    "time,roll rate (rad/s),pitch rate (rad/s),yaw rate (rad/s),ax,ay,az",
    "time,AngularVelocity_1,AngularVelocity_2,AngularVelocity_3,Acceleration_1,Acceleration_2,Acceleration_3",
    "timestamp,ang_vel_x,ang_vel_y,ang_vel_z,lin_acc_x,lin_acc_y,lin_acc_z",
    "offsetTime,IMU_ATTI(0):gyroX,IMU_ATTI(0):gyroY,IMU_ATTI(0):gyroZ,IMU_ATTI(0):accelX,IMU_ATTI(0):accelY,IMU_ATTI(0):accelZ",
    "time,Gyroscope (x) [rad/s],Gyroscope (y) [rad/s],Gyroscope (z) [rad/s],Accelerometer (x) [m/s²],Accelerometer (y) [m/s²],Accelerometer (z) [m/s²]",
    "__time,/imu/angular_velocity/x,/imu/angular_velocity/y,/imu/angular_velocity/z,/imu/linear_acceleration/x,/imu/linear_acceleration/y,/imu/linear_acceleration/z",
  ]) func namesOfOtherFields(header: String) throws {
    try expectTruth(
      Self.rows(header) { _, n in Self.list([n[0], n[4], n[5], n[6], n[1], n[2], n[3]]) })
  }

  @Test func aNameMayHoldAnotherMark() throws {
    let names = Self.plainHeader + ",angular_velocity_covariance[0;0],position{x;y}"
    try expectTruth(Self.rows(names) { _, n in Self.list(n) + ",0,0" })
  }

  @Test func anAccelerationWithGravityIsPreferred() throws {
    let text = Self.rows("time,ax,ay,az,wx,wy,wz,gFx,gFy,gFz") { _, n in
      "\(n[0]),0.01,-0.02,0.01," + Self.list(n[4...6]) + "," + Self.list(n[1...3], 1 / 9.80665)
    }
    try expectTruth(text)
    #expect(said(text).contains("gFx, gFy, gFz are taken for the acceleration"))
  }

  @Test func eachSensorMayHaveATimeOfItsOwn() throws {
    try expectTruth(
      Self.rows(
        "EMG time (s),EMG (mV),ACC time (s),ACC X (m/s^2),ACC Y (m/s^2),ACC Z (m/s^2),GYRO time (s),GYRO X (rad/s),GYRO Y (rad/s),GYRO Z (rad/s)"
      ) { index, n in
        "\(Double(index) / 2_000),0.1,\(n[0]),\(Self.list(n[1...3])),\(n[0]),\(Self.list(n[4...6]))"
      })
  }

  /// A sensor that is slower than another one has no numbers in the last rows.
  @Test func aSensorMayEndBeforeTheOthers() throws {
    let names = "ACC time (s),ACC X (m/s^2),ACC Y (m/s^2),ACC Z (m/s^2)"
    let rates = "GYRO X (rad/s),GYRO Y (rad/s),GYRO Z (rad/s)"
    let rows = Self.rows("EMG time (s),EMG (mV),\(names),\(rates)") { index, n in
      "\(Double(index) / 2_000),0.1,\(Self.list(n))"
    }
    let rest = (700..<2_800).map { "\(Double($0) / 2_000),0.1,,,,,,," }
    try expectTruth(rows + rest.joined(separator: "\n") + "\n")
  }

  @Test func rowsThatGoBackAreRefused() {
    let text = Self.rows("time (ms),ax,ay,az,gx,gy,gz") { index, n in
      "\(index % 10 * 90)," + Self.list(n[1...6])
    }
    #expect(said(text).contains("go back in time"), Comment(rawValue: said(text)))
  }

  // MARK: Time

  @Test(arguments: [40_123.0, 36_000, 58_000]) func secondsAreNoDays(start: Double) throws {
    try expectTruth(
      Self.rows("timestamp,ax,ay,az,gx,gy,gz") { _, n in
        String(format: "%.4f,", start + n[0]) + Self.list(n[1...6])
      })
  }

  @Test(arguments: [
    ("Date,Time,ms", "2024/01/31,12:34:%02d,%d"), ("Time,ms", "12:34:%02d,%d"),
    ("hour,min,sec,msec", "12,34,%d,%d"),
    ("year,month,day,hour,min,sec,msec", "2024,1,31,12,34,%d,%d"),
    ("Hour,Minute,Second,Millisecond", "12,34,%d,%d"),
  ]) func aTimeInSeveralColumns(names: String, form: String) throws {
    try expectTruth(
      Self.rows(names + ",ax,ay,az,gx,gy,gz") { index, n in
        let milliseconds = 50_123 + index * 10 > 59_999 ? -1 : 50_123 + index * 10
        guard milliseconds >= 0 else { return nil }
        return String(format: form, milliseconds / 1_000, milliseconds % 1_000) + ","
          + Self.list(n[1...6])
      })
  }

  @Test(arguments: [
    "12:34:%06.3f -> ", "[2024-01-31 12:34:%06.3f] ", "2024-01-31 12:34:%06.3f ", "12:34:%06.3f\t",
    "2024-01-31T12:34:%06.3fZ ",
  ]) func linesWithAStamp(form: String) throws {
    let header = String(format: form, 49.0) + "ax,ay,az,gx,gy,gz"
    try expectTruth(
      Self.rows(header) { _, n in String(format: form, 50 + n[0]) + Self.list(n[1...6]) })
    // Without names the columns follow from the numbers.
    let text = Self.rows(header) { _, n in String(format: form, 50 + n[0]) + Self.list(n[1...6]) }
    try expectTruth(String(text[text.firstIndex(of: "\n")!...].dropFirst()))
  }

  @Test func timesThatFallHaveTheNewestRowFirst() {
    let text = Self.rows("created_at,ax,ay,az,gx,gy,gz") { index, n in
      String(format: "2024-01-31 12:35:%06.3f,", 50 - n[0]) + Self.list(n[1...6])
    }
    #expect(said(text).contains("tac) > oldest-first.csv"))
  }

  @Test func timesOfDayThatFallHaveTheNewestRowFirst() {
    let text = Self.rows("\"Time\",\"ax\",\"ay\",\"az\",\"gx\",\"gy\",\"gz\"") { index, n in
      String(format: "12:35:%06.3f,", 50 - n[0]) + Self.list(n[1...6])
    }
    #expect(said(text).contains("tac) > oldest-first.csv"), Comment(rawValue: said(text)))
  }

  @Test(arguments: [-9999, 9999, -999]) func theSameNumberThreeTimesIsMissing(number: Int) throws {
    let missing = [number, number, number].map(String.init).joined(separator: ",")
    let text = Self.rows("t (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)")
    {
      index, n in
      "\(n[0])," + (index % 17 == 5 ? missing : Self.list(n[1...3])) + "," + Self.list(n[4...6])
    }
    let trace = try trace(of: text)
    #expect(trace.remarks.contains { $0.contains("they count as missing") }, "\(trace.remarks)")
    #expect(trace.rows.count == 700 && trace.rows.count { $0.specificForce == nil } == 41)
    #expect(trace.rows.allSatisfy { ($0.specificForce?.z ?? 0).magnitude < 100 })
  }

  /// The line that is printed for rows without a header, typed as it is, where blanks separate the columns.
  @Test func namesBetweenBlanksHaveNone() throws {
    let others = String(repeating: " 0", count: 22) + " walking"
    let rows = Self.rows("") { _, n in Self.list(n).replacing(",", with: " ") + others }.dropFirst()
    let said = said(String(rows))
    let header = try #require(said.firstMatch(of: /sed '1i ([^']*)'/), Comment(rawValue: said)).1
    try expectTruth(header + "\n" + rows)
  }

  /// Sensors in turn, each of which lies on another side.
  @Test(arguments: [(1, nil), (2, "two"), (3, "three"), (4, "four")] as [(Int, String?)])
  func sensorsInTurnAreMentioned(count: Int, words: String?) {
    let text = Self.rows("t (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)")
    {
      index, n in
      let sides = [
        [n[1], n[2], n[3]], [n[1], n[3], n[2]], [n[3], n[1], n[2]], [n[1], -n[2], -n[3]],
      ]
      return "\(n[0])," + Self.list(sides[index % count]) + "," + Self.list(n[4...6])
    }
    let said = said(text)
    #expect(said.contains("sensors in turn") == (words != nil), Comment(rawValue: said))
    if let words { #expect(said.contains("that of \(words) sensors"), Comment(rawValue: said)) }
  }

  /// Names that begin with g may mean gravity's unit.
  @Test(arguments: [1, 9.80665]) func aRateThatIsAsLongAsGravityIsMentioned(length: Double) {
    let text = Self.rows("t (s),Gx,Gy,Gz,Rx,Ry,Rz") { _, n in
      "\(n[0])," + Self.list(n[1...3], length / 9.80665) + "," + Self.list(n[4...6])
    }
    #expect(said(text).contains("always as long as gravity"), Comment(rawValue: said(text)))
  }

  @Test func equalTimesAreRefused() {
    let text = Self.rows("timestamp (ms),ax,ay,az,gx,gy,gz") { _, n in
      "1.7067E+12," + Self.list(n[1...6])
    }
    #expect(said(text).contains("the same time in all rows"))
  }

  @Test(arguments: ["Packet number", "Frame", "sample", "index"])
  func aCounterIsNoTime(name: String) {
    let text = Self.rows("\(name),ax (g),ay (g),az (g),gx (deg/s),gy (deg/s),gz (deg/s)") {
      index, n in
      "\(17 + 2 * index)," + Self.list(n[1...3], 1 / 9.80665) + "," + Self.list(n[4...6], 180 / .pi)
    }
    #expect(said(text).contains("of which none has a time"))
  }

  @Test func ticksThatAreNoUnitAreRefused() {
    let text = Self.rows("timestamp,ax (g),ay (g),az (g),gx (deg/s),gy (deg/s),gz (deg/s)") {
      index, n in
      "\(400 * index)," + Self.list(n[1...3], 1 / 9.80665) + "," + Self.list(n[4...6], 180 / .pi)
    }
    #expect(said(text).contains("which fit no unit"))
  }

  @Test(arguments: [
    ("# DLPF 44 Hz", false), ("# filter cutoff 50 Hz", false), ("# Sample rate: 100 Hz", true),
    ("# 100 Hz", true), ("# clock rate 8000 Hz\n# Output data rate: 100 Hz", true),
  ]) func aFrequencyBeforeTheHeader(lines: String, isRate: Bool) throws {
    let header = lines + "\nn,ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"
    let text = Self.rows(header) { index, n in "\(index)," + Self.list(n[1...6]) }
    guard isRate else {
      #expect(said(text).contains("of which none has a time"))
      return
    }
    try expectTruth(text)
  }

  // MARK: Rates that do not fit

  @Test(arguments: [131, 114.2857, 65.5, 57.1429, 32.8, 28.5714, 16.4, 14.2857])
  func countsOfAGyroscope(perDegree: Double) {
    let text = Self.rows("t (s),ax,ay,az,gx,gy,gz") { _, n in
      let force: [Double] = n[1...3].map { $0 / 9.80665 * 16_384 }
      let rate: [Double] = n[4...6].map { $0 * 180 / Double.pi * perDegree }
      let counts: [String] = (force + rate).map { String(Int($0.rounded())) }
      return "\(n[0])," + counts.joined(separator: ",")
    }
    let name = String(format: perDegree == 131 ? "%.0f/(deg/s)" : "%.1f/(deg/s)", perDegree)
    #expect(said(text).contains("rate is taken for \(name)"), Comment(rawValue: said(text)))
  }

  /// Whole numbers in mg and hundredths of °/s, as fixed-point libraries print them, are no counts.
  @Test(arguments: [(100, "cdeg/s"), (131, "131/(deg/s)")])
  func wholeNumbersBesideMilligravities(perDegree: Double, name: String) {
    let text = Self.rows("t (s),ax,ay,az,gx,gy,gz") { _, n in
      let force: [Double] = n[1...3].map { $0 / 9.80665 * 1_000 }
      let rate: [Double] = n[4...6].map { $0 * 180 / Double.pi * perDegree }
      return "\(n[0])," + (force + rate).map { String(Int($0.rounded())) }.joined(separator: ",")
    }
    #expect(said(text).contains("rate is taken for \(name)"), Comment(rawValue: said(text)))
  }

  /// The truth turned about all axes, with the rate's axes in another order or with other signs.
  @Test(arguments: ["gy, gx, -gz", "gx, gy, -gz", "gy, gz, gx", "gx, gy, gz"])
  func axesThatContradictGravity(axes: String) {
    let columns = axes.split(separator: ", ").map {
      ["gx", "gy", "gz"].firstIndex(of: $0.suffix(2)) ?? 0
    }
    let signs = axes.split(separator: ", ").map { $0.hasPrefix("-") ? -1.0 : 1 }
    let found: String? = axes == "gx, gy, gz" ? nil : axes
    var (text, up) = (Self.plainHeader + "\n", SIMD3(0.3, -0.5, 0.81))
    for index in 0..<1_200 {
      let t = Double(index) / 100
      let rate = SIMD3(2 * sin(1.7 * t), 1.6 * sin(2.3 * t + 1), 2.1 * cos(1.3 * t))
      for _ in 0..<10 {
        // Gravity turns against the board: df/dt = f × ω.
        let turn = SIMD3(
          up.y * rate.z - up.z * rate.y, up.z * rate.x - up.x * rate.z,
          up.x * rate.y - up.y * rate.x)
        up += turn * 0.001
      }
      var written = [0.0, 0, 0]
      for axis in 0..<3 { written[columns[axis]] = rate[axis] * signs[axis] }
      let force = [up.x, up.y, up.z].map { 9.80665 * $0 }
      text += "\(t),\(Self.list(force)),\(Self.list(written))\n"
    }
    let remarks = said(text)
    #expect(
      remarks.contains("were \(found ?? "any")") == (found != nil), Comment(rawValue: remarks))
    #expect(remarks.contains("gravity turns as if") == (found != nil), Comment(rawValue: remarks))
  }

  /// A turn of 90° within a second shows that the rates are those of other axes.
  @Test(arguments: [false, true]) func oneTurnShowsOtherAxes(areSwapped: Bool) {
    let text =
      Self.plainHeader + "\n"
      + (0..<400).map { index in
        let angle = .pi / 2 * min(max(Double(index) / 100 - 1, 0), 1)
        let rate = (100..<200).contains(index) ? Double.pi / 2 : 0
        // Gravity turns about x: df/dt = f × ω.
        let force = [0, 9.80665 * sin(angle), 9.80665 * cos(angle)]
        return "\(Double(index) / 100)," + Self.list(force) + ","
          + Self.list(areSwapped ? [0, rate, 0] : [rate, 0, 0]) + "\n"
      }.joined()
    #expect(said(text).contains("gravity turns as if") == areSwapped, Comment(rawValue: said(text)))
  }

  @Test func theSignOfAppleIsMentioned() {
    let text = Self.rows("t (s),accelerationX,accelerationY,accelerationZ,gyroX,gyroY,gyroZ") {
      _, n in
      "\(n[0])," + Self.list(n[1...3], -1 / 9.80665) + "," + Self.list(n[4...6])
    }
    #expect(said(text).contains("Core Motion"))
  }

  /// Rows of Core Motion without a header: angles, rate, gravity, acceleration without it, field. Its gravity points down.
  @Test(arguments: [1.0, 9.80665]) func gravityOfAFusionHasNoHeader(length: Double) throws {
    let text = Self.rows("") { _, n in
      let (f, norm) = (n[1...3].map { $0 }, n[1...3].map { $0 * $0 }.reduce(0, +).squareRoot())
      let gravity = f.map { $0 / norm * (length == 1 ? -1 : length) }
      let rest = zip(f, gravity).map { $0 / 9.80665 * (length == 1 ? -1 : length) - $1 }
      return "\(n[0]),0.1,0.2,0.3," + Self.list(n[4...6]) + "," + Self.list(gravity + rest)
        + ",29.5,6.5,-37.5"
    }
    try expectTruth(String(text.dropFirst()))
  }

  @Test func gyroflowGivesItsScales() throws {
    let lines = [
      "GYROFLOW IMU LOG", "version,1.3", "orientation,XYZ", "tscale,0.001", "gscale,0.00122173047",
      "ascale,0.00048828125",
    ]
    try expectTruth(
      Self.rows((lines + ["t,gx,gy,gz,ax,ay,az"]).joined(separator: "\n")) { index, n in
        "\(index * 10)," + Self.list(n[4...6], 1 / 0.00122173047) + ","
          + Self.list(n[1...3], 2_048 / 9.80665)
      })
  }

  // MARK: Several sensors

  private static func parts(_ force: String, _ rate: String, unit: Double = 180 / .pi) -> (
    String, String
  ) {
    (
      rows(force) { _, n in "\(n[0])," + list(n[1...3], 1 / 9.80665) },
      rows(rate) { _, n in "\(n[0])," + list(n[4...6], unit) }
    )
  }

  @Test(arguments: [
    (
      "LSM6DSV16X_ACC.csv", "Time,A_x [g],A_y [g],A_z [g]", "LSM6DSV16X_GYRO.csv",
      "Time,G_x [dps],G_y [dps],G_z [dps]"
    ),
    (
      "20240131_Accelerometer.csv", "Time (s),X (g),Y (g),Z (g)", "20240131_Gyroscope.csv",
      "Time (s),X (dps),Y (dps),Z (dps)"
    ),
    (
      "log_1_sensor_accel_0.csv", "timestamp (s),x,y,z", "log_1_sensor_gyro_0.csv",
      "timestamp (s),x,y,z"
    ),
    (
      "GX010012-ACCL.csv",
      "time_s,Accelerometer (x) [g],Accelerometer (y) [g],Accelerometer (z) [g]",
      "GX010012-GYRO.csv",
      "time_s,Gyroscope (x) [dps],Gyroscope (y) [dps],Gyroscope (z) [dps]"
    ),
    (
      "acc_walking.txt", "attr_time,attr_x,attr_y,attr_z", "gyr_walking.txt",
      "attr_time,attr_x,attr_y,attr_z"
    ),
  ]) func aTableForEachSensor(force: String, names: String, rate: String, others: String) throws {
    let (first, second) = Self.parts(names, others)
    try expectFolder([(force, first), (rate, second), ("notes.txt", "Tuesday\n")])
  }

  @Test func datesInATableForEachSensor() throws {
    let (force, rate) = (
      Self.rows("Timestamp,X,Y,Z") { _, n in
        String(format: "31-Jan-2024 12:34:%06.3f,", 50 + n[0]) + Self.list(n[1...3])
      },
      Self.rows("Timestamp,X,Y,Z") { _, n in
        String(format: "31-Jan-2024 12:34:%06.3f,", 50 + n[0]) + Self.list(n[4...6])
      }
    )
    try expectFolder([("Acceleration.csv", force), ("AngularVelocity.csv", rate)])
  }

  @Test(arguments: [
    "MessageType,utcTimeMillis,MeasurementX,MeasurementY,MeasurementZ,BiasX",
    "Stream Type,HW Timestamp (ms),3DOF_x,3DOF_y,3DOF_z,other",
  ]) func rowsOfSensors(header: String) throws {
    let text = Self.rows(header) { _, n in
      let t = String(format: "%.0f", 1_706_704_496_123 + n[0] * 1_000)
      return "UncalAccel,\(t),\(Self.list(n[1...3])),0\nUncalGyro,\(t),\(Self.list(n[4...6])),0"
    }
    try expectFile(text, "a.csv")
  }

  @Test func rowsOfOneSensorEach() throws {
    try expectFile(
      Self.rows("time,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z") { _, n in
        "\(n[0]),\(Self.list(n[1...3])),,,\n\(n[0] + 0.0037),,,,\(Self.list(n[4...6]))"
      }, "a.csv")
  }

  @Test func messagesOfArduPilot() throws {
    let header = """
      FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns
      FMT, 200, 47, ACC, QBQfff, TimeUS,I,SampleUS,AccX,AccY,AccZ
      FMT, 201, 47, GYR, QBQfff, TimeUS,I,SampleUS,GyrX,GyrY,GyrZ
      """
    try expectFile(
      Self.rows(header) { index, n in
        let t = index * 10_000
        return
          "ACC, \(t), 0, \(t), \(Self.list(n[1...3]))\nGYR, \(t + 40), 0, \(t), \(Self.list(n[4...6]))"
      }, "a.log")
  }

  @Test(arguments: [0, 1, 2]) func shapesOfJSON(shape: Int) throws {
    let numbers = (0..<700).map { index in
      let truth = Self.truth(index)
      return [truth.time] + truth.force + truth.rate
    }
    func column(_ index: Int) -> [Double] { numbers.map { $0[index] } }
    func vector(_ start: Int) -> [String: Any] {
      ["x": column(start), "y": column(start + 1), "z": column(start + 2)]
    }
    let samples = numbers.flatMap { n -> [String] in
      [("gyroscope", n[4...6], 0.0), ("accelerometer", n[1...3], 0.0004)].map {
        type, values, delay in
        "{\"sensor\": {\"type\": \"\(type)\", \"values\": [\(Self.list(values))]}, \"time\": \(n[0] + delay)}"
      }
    }
    let wholes: [Any] = [
      ["columns": ["t", "ax", "ay", "az", "gx", "gy", "gz"], "data": numbers],
      ["device": "X", "fs": 100, "accelerometer": vector(1), "gyroscope": vector(4)],
    ]
    let text =
      shape == 2
      ? samples.joined(separator: "\n")
      : String(decoding: try JSONSerialization.data(withJSONObject: wholes[shape]), as: UTF8.self)
    try expectFile(text, "a.json")
  }

  private func expectFile(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    try Self.expectMotion(Trace(contentsOf: file.path), sourceLocation)
  }

  // MARK: What is no table

  @Test(arguments: [
    ("a.xlsx", Array("PK\u{3}\u{4}".utf8), "save it as a table (CSV)"),
    ("a.zip", Array("PK\u{3}\u{4}".utf8), "unzip it"),
    ("a.csv.gz", [0x1F, 0x8B, 8, 0], "gunzip -k"),
    ("a.mat", Array("MATLAB 5.0 MAT-file".utf8), "writetable"),
    ("a.npy", [0x93] + Array("NUMPY".utf8), "numpy.savetxt"),
    ("a.ulg", Array("ULog\u{1}".utf8), "ulog2csv"),
    ("a.bag", Array("#ROSBAG V2.0".utf8), "rostopic echo"),
    ("a.db3", Array("SQLite format 3".utf8), "ros2 topic echo"),
    ("a.bin", [0xA3, 0x95, 0x80, 0x80], "mavlogdump.py"),
    ("a.bbl", Array("H Product:Blackbox flight".utf8), "blackbox_decode"),
  ]) func aFileOfAnotherKindIsNamed(name: String, beginning: [UInt8], nextStep: String) {
    let found = read([(name, beginning + [UInt8](repeating: 7, count: 100))], path: name)
    #expect(found.contains(nextStep), Comment(rawValue: found))
  }

  @Test(arguments: ["", ";", "; "]) func rowsWithoutAHeaderAreToldHowToGetOne(end: String) {
    let text = (0..<40).map { "33,Jogging,\(49_105_962_326_000 + $0),-0.69,12.68,0.5\(end)" }
      .joined(separator: "\n")
    #expect(said(text).contains("sed '1i"), Comment(rawValue: said(text)))
  }

  @Test func samplesOfJSONAreToldHowToGetATime() {
    let text = (0..<40).map {
      "{\"acc\": {\"x\": \($0), \"y\": 0, \"z\": 4096}, \"gyro\": {\"x\": 1, \"y\": 2, \"z\": 3}}"
    }
    .joined(separator: "\n")
    #expect(said(text, name: "a.jsonl").contains("with-time.jsonl"), Comment(rawValue: said(text)))
  }

  @Test func otherJSONIsRefused() {
    let found = said(#"{"Body": {"Timestamp": 1, "ArrayAcc": [{"x": 1}]}}"#, name: "a.json")
    #expect(found.contains("JSON without samples"), Comment(rawValue: found))
  }

  @Test func incrementsAreNoRates() {
    let text = Self.rows(
      "PacketCounter,SampleTimeFine,OriInc_q0,OriInc_q1,OriInc_q2,OriInc_q3,VelInc_X,VelInc_Y,VelInc_Z,Mag_X,Mag_Y,Mag_Z"
    ) { index, _ in "\(index),\(index * 10_000),1,0,0,0,0,0,0.098,20,0,-40" }
    #expect(said(text).contains("changes over a sample"), Comment(rawValue: said(text)))
  }
}
