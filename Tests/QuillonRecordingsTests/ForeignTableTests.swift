import Foundation
import QuillonRecordings
import Testing

/// Recordings of other programs: 3 s at rest, then turned about x, in every unit and with every header, separator and time.
@Suite struct ForeignTableTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-foreign-\(UUID().uuidString)")

  /// SI: time, specific force, angular rate.
  static func truth(_ index: Int) -> (time: Double, force: [Double], rate: [Double]) {
    let t = Double(index) / 100
    let angle = t < 3 ? 0 : 0.5 * (1 - cos(2 * (t - 3)))
    let rate = t < 3 ? 0 : sin(2 * (t - 3))
    // A little noise that is the same each time.
    let noise = 0.004 * sin(Double(index * 7_919))
    return (
      t, [noise, 9.80665 * sin(angle) + noise, 9.80665 * cos(angle)],
      [rate + noise, 0.01 + noise, -0.02]
    )
  }

  func expectTruth(
    _ text: String, name: String = "a.csv", remarks: Bool? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    let trace = try Trace(contentsOf: file.path)
    let about = Comment(rawValue: "\(text.prefix(160)) \(trace.remarks)")
    try #require(trace.rows.count == 700, about, sourceLocation: sourceLocation)
    let start = trace.rows[0].time
    var worst = 0.0
    for (index, row) in trace.rows.enumerated() {
      let truth = Self.truth(index)
      let (f, w) = (row.specificForce ?? .zero, row.angularRate ?? .zero)
      for axis in 0..<3 {
        worst = max(worst, abs(f[axis] - truth.force[axis]) / 9.8, abs(w[axis] - truth.rate[axis]))
      }
      worst = max(worst, abs(row.time - start - truth.time))
    }
    #expect(worst < 0.01, about, sourceLocation: sourceLocation)
    if let remarks {
      #expect(trace.remarks.isEmpty != remarks, about, sourceLocation: sourceLocation)
    }
  }

  /// A number with so many digits behind the point. There are millions of them here, and Foundation's formats are slower.
  static func fixed(_ number: Double, digits: Int, point: String) -> String {
    let steps = Int((abs(number) * pow(10, Double(digits))).rounded())
    var text = String(steps)
    if text.utf8.count <= digits {
      text = String(repeating: "0", count: digits + 1 - text.utf8.count) + text
    }
    let sign = number < 0 ? "-" : ""
    guard digits > 0 else { return sign + text }
    let end = text.utf8.index(text.utf8.endIndex, offsetBy: -digits)
    return sign + text[..<end] + point + text[end...]
  }

  static func text(
    _ header: String?, separator: String = ",", point: String = ".", end: String = "\n",
    time: Double = 1, force: Double = 1,
    rate: Double = 1, clock: ((Double) -> String)? = nil, digits: Int = 7
  ) -> String {
    let rows = (0..<700).map { index in
      let truth = truth(index)
      let numbers = (truth.force.map { $0 * force } + truth.rate.map { $0 * rate }).map {
        fixed($0, digits: digits, point: point)
      }
      let t = clock?(truth.time) ?? fixed(truth.time * time, digits: 6, point: point)
      return ([t] + numbers).joined(separator: separator)
    }
    return ((header.map { [$0] } ?? []) + rows).joined(separator: end) + end
  }

  /// Units: as a header writes them, and one of SI in them.
  private static let forces: [(String, Double)] = [
    ("g", 1 / 9.80665), ("m/s^2", 1), ("mg", 1_000 / 9.80665), ("m/s²", 1),
  ]
  /// Those that a header must give.
  private static let rareForces: [(String, Double)] = [
    ("µg", 1e6 / 9.80665), ("cm/s^2", 100), ("mm/s²", 1_000), ("ft/s^2", 1 / 0.3048),
    ("in/s²", 1 / 0.0254),
  ]
  private static let rareRates: [(String, Double)] = [
    ("rpm", 30 / Double.pi), ("rev/s", 0.5 / .pi), ("deg/h", 648_000 / .pi),
    ("µdps", 180e6 / .pi), ("mrad/s", 1_000), ("cdeg/s", 18_000 / .pi), ("grad/s", 200 / .pi),
    ("µrad/s", 1e6),
  ]
  private static let rareTimes: [(String, Double)] = [
    ("min", 1 / 60.0), ("hours", 1 / 3_600.0), ("days", 1 / 86_400.0), ("100ns", 1e7),
  ]
  private static let rates: [(String, Double)] = [
    ("deg/s", 180 / Double.pi), ("rad/s", 1), ("mdps", 180_000 / Double.pi),
    ("°/s", 180 / Double.pi),
  ]
  private static let times = [("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)]
  private static let styles = [(",", "."), (";", ","), (";", "."), ("\t", "."), ("\t", ",")]

  @Test func unitsInAHeaderAreConverted() throws {
    for (f, force) in Self.forces {
      for (r, rate) in Self.rates {
        for (t, time) in Self.times {
          for (separator, point) in Self.styles {
            let names =
              ["Time (\(t))"] + ["X", "Y", "Z"].map { "Acc\($0) [\(f)]" }
              + ["x", "y", "z"].map { "\"gyro \($0) (\(r))\"" }
            try expectTruth(
              Self.text(
                names.joined(separator: separator), separator: separator, point: point, time: time,
                force: force, rate: rate))
          }
        }
      }
    }
  }

  /// mg and mdeg/s of ST's sensors at rest, without a word about units: nothing turns, and the offset alone shows the unit.
  @Test(arguments: [0.5, 1.4, 5, 15])
  func millidegreesOfABoardAtRestAreFound(offset: Double) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = (0..<300).map { index in
      let noise = 3 * sin(Double(index * 7_919))
      return "\(index * 10),\(-36 + noise),\(64 + noise),\(998 - noise),"
        + "\(offset * 1_000 + 30 * noise),\(-300 + 30 * noise),\(40 * noise)"
    }
    let file = folder.appendingPathComponent("rest.csv")
    try Data((["ms,ax,ay,az,gx,gy,gz"] + rows).joined(separator: "\n").utf8).write(to: file)
    let trace = try Trace(contentsOf: file.path)
    let rate = try #require(trace.rows.last?.angularRate)
    #expect(abs(rate.x * 180 / .pi - offset) < 0.1, "\(trace.remarks)")
    #expect(trace.remarks.contains { $0.contains("mdeg/s") })
  }

  @Test func rareUnitsInAHeaderAreConverted() throws {
    for (f, force) in Self.forces + Self.rareForces {
      for (r, rate) in Self.rareRates {
        let names =
          ["X", "Y", "Z"].map { "Acc\($0) [\(f)]" } + ["x", "y", "z"].map { "gyr_\($0) (\(r))" }
        try expectTruth(
          Self.text((["t (s)"] + names).joined(separator: ","), force: force, rate: rate, digits: 9)
        )
      }
    }
    for (t, time) in Self.rareTimes {
      for name in ["time (\(t))", "time_since_start_\(t)", "Time [\(t)]"] {
        try expectTruth(
          Self.text("\(name),ax (m/s^2),ay,az,gx (rad/s),gy,gz", clock: { "\(17 + $0 * time)" }))
      }
    }
  }

  /// Days and ticks since dates of their own.
  @Test(arguments: [
    (46_145.47, 1 / 86_400.0, 11), (739_374.25, 1 / 86_400.0, 10), (638e15, 1e7, 0),
    (134e15, 1e7, 0),
  ])
  func timesSinceOtherDatesAreRead(start: Double, perSecond: Double, digits: Int) throws {
    for name in ["timestamp", "DateTime", "time"] {
      try expectTruth(
        Self.text("\(name),ax,ay,az,gx,gy,gz") {
          digits > 0
            ? String(format: "%.\(digits)f", start + $0 * perSecond)
            : "\(Int(start) + Int(($0 * perSecond).rounded()))"
        }, remarks: true)
    }
  }

  /// Steps from row to row are added up, whatever their unit.
  @Test(arguments: ["dt", "delta_t", "DeltaTime", "time step", "Δt"])
  func stepsAreAddedUp(name: String) throws {
    for (unit, time) in Self.times where unit != "ns" {
      for heading in [name, "\(name) (\(unit))"] {
        try expectTruth(
          Self.text("\(heading),ax,ay,az,gx,gy,gz") { _ in String(format: "%.6g", 0.01 * time) },
          remarks: true)
      }
    }
  }

  /// A name of steps over a time that rises, and a counter of ns whose digits look like a date now and then.
  @Test func timesThatLookOtherwiseAreTimes() throws {
    for name in ["delta_time", "dt", "DeltaTime"] {
      try expectTruth(Self.text("\(name),ax,ay,az,gx,gy,gz"))
    }
    try expectTruth(
      Self.text("timestamp,ax,ay,az,gx,gy,gz") {
        "\(20_120_100_000_000 + Int(($0 * 1e9).rounded()) + 130_107)"
      })
  }

  /// The components of a quaternion have numbers, too, and a time of day beside an accelerometer is no strange field.
  @Test func quaternionsAndTimesOfDayStayAsTheyAre() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv").path
    let rows = (0..<50).map {
      String(format: "12:00:%06.3f", Double($0) / 100) + ",0,0,9.8,0.5,0.5,-0.5,0.5,true"
    }
    let header = "timestamp,ax,ay,az,q0,q1,q2,q3,pen"
    try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
      to: URL(fileURLWithPath: file))
    let trace = try Trace(contentsOf: file)
    try #require(trace.rows.count == 50, "\(trace.remarks)")
    #expect(trace.rows[7].attitude == SIMD4(0.5, 0.5, -0.5, 0.5), "\(trace.remarks)")
    #expect(trace.rows[7].isPenDown == true)
    #expect(!trace.remarks.contains { $0.contains("are no numbers") }, "\(trace.remarks)")
  }

  /// Numbers as people, spreadsheets and printers write them.
  @Test func numbersMayBeWrittenOtherwise() throws {
    func text(
      _ separator: String, _ point: String, _ write: @escaping (Double) -> String
    ) -> String {
      Self.text(
        "t (us),ax,ay,az,gx,gy,gz".replacing(",", with: separator), separator: separator,
        point: point
      ) { write(($0 * 1e6).rounded()) }
    }
    func grouped(_ number: Double, _ mark: String) -> String {
      var (digits, rest) = ("", "\(Int(number))")
      while rest.count > 3 {
        digits = mark + rest.suffix(3) + digits
        rest.removeLast(3)
      }
      return rest + digits
    }
    for mark in ["'", "’", "\u{A0}", "\u{202F}", " ", "."] {
      try expectTruth(text(";", ",") { grouped($0, mark) })
    }
    for mark in ["'", " ", ","] {
      try expectTruth(text(";", ".") { grouped($0, mark) })
      try expectTruth(text("|", ".") { grouped($0, mark) })
    }
    try expectTruth(text(",", ".") { "\"" + grouped($0, ",") + ".0\"" })
    try expectTruth(text(",", ".") { "\"" + grouped($0, ",") + "\"" })
    let plain = Self.text("t,ax,ay,az,gx,gy,gz,end").replacing("\n", with: ",x\n")
    try expectTruth(plain.replacing("-", with: "\u{2212}"))
    try expectTruth(
      Self.text(
        "t,ax,ay,az,gx,gy,gz", clock: { String(format: "%.6E", $0).replacing("E", with: "D") }))
    let lines = Self.text(nil).split(separator: "\n")
    try expectTruth("t,ax,ay,az,gx,gy,gz\n" + lines.map { "(\($0))\n" }.joined())
    try expectTruth(
      "t,ax,ay,az,gx,gy,gz\n"
        + lines.map {
          $0.split(separator: ",").map { "\"\($0.replacing(".", with: ","))\"" }.joined(
            separator: ",") + "\n"
        }
        .joined())
    for (time, force, rate) in [("s", "m/s²", "rad/s"), (" s", " m/s^2", " rad/s")] {
      let units = [time, force, force, force, rate, rate, rate]
      let rows = lines.map { line in
        zip(line.split(separator: ","), units).map { $0 + $1 }.joined(separator: ",") + "\n"
      }
      try expectTruth("time,accX,accY,accZ,gyroX,gyroY,gyroZ\n" + rows.joined())
    }
  }

  /// What is no number in a row counts as missing, and is reported.
  @Test func fieldsThatAreNoNumbersAreTold() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv").path
    let text = Self.text(
      "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)")
    for (word, isTold) in [("error", true), ("12 volts", true), ("N/A", false), ("", false)] {
      let lines = text.split(separator: "\n").enumerated().map { index, line in
        index % 100 == 50
          ? line.split(separator: ",").dropLast().joined(separator: ",") + ",\(word)" : String(line)
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      let trace = try Trace(contentsOf: file)
      #expect(trace.rows.count == 700 && trace.rows.count { $0.angularRate == nil } == 7)
      #expect(
        trace.remarks.contains { $0.contains("7 fields are no numbers: \(word)") } == isTold,
        "\(trace.remarks)")
    }
  }

  /// A trace may lack numbers, and begin again behind its header, as a logger appends to a file.
  @Test func aTraceMayLackNumbersAndBeginAgain() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv").path
    let text = Self.text("t,ax,ay,az,gx,gy,gz")
    for word in ["NaN", ""] {
      var lines = (text + text).split(separator: "\n").map(String.init)
      lines[52] = "0.51,\(word),0,9.8,0,0,0"
      lines[53] = "0.52,0,0,9.8,0,0,\(word)"
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      let trace = try Trace(contentsOf: file)
      try #require(trace.rows.count == 1_400)
      #expect(trace.rows[51].specificForce == nil && trace.rows[51].angularRate != nil)
      #expect(trace.rows[52].specificForce != nil && trace.rows[52].angularRate == nil)
      #expect(abs(trace.rows[700].time - trace.rows[699].time - 1) < 1e-9)
      #expect(abs(trace.rows[1_399].time - trace.rows[700].time - 6.99) < 1e-9)
      #expect(trace.remarks.contains { $0.hasPrefix("2 rows lack") }, "\(trace.remarks)")
      #expect(
        trace.remarks.contains { $0.hasPrefix("1 times the time begins again") }, "\(trace.remarks)"
      )
    }
  }

  /// JSON in its usual shapes: lists of samples, lists of numbers, nested names, a sample in each line.
  @Test func samplesInJSONAreRead() throws {
    let rows = (0..<700).map(Self.truth)
    func list(_ numbers: [Double]) -> String {
      "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    }
    func vector(_ v: [Double]) -> String { #"{"x":\#(v[0]),"y":\#(v[1]),"z":\#(v[2])}"# }
    let flat = rows.map {
      #"{"time":\#($0.time),"ax":\#($0.force[0]),"ay":\#($0.force[1]),"az":\#($0.force[2]),"gx":\#($0.rate[0]),"gy":\#($0.rate[1]),"gz":\#($0.rate[2])}"#
    }
    let nested = rows.map {
      #"{"timestamp":\#(Int($0.time * 1_000)),"accel":\#(vector($0.force)),"gyro":\#(vector($0.rate))}"#
    }
    let listed = rows.map { #"{"t":\#($0.time),"acc":\#(list($0.force)),"gyr":\#(list($0.rate))}"# }
    for samples in [flat, nested, listed] {
      let all = "[" + samples.joined(separator: ",\n ") + "]"
      for text in [
        all, #"{"device":"a","samples":\#(all),"rate":100}"#,
        samples.joined(separator: "\n") + "\n",
      ] {
        try expectTruth(text, name: "a.json")
      }
    }
    let columns = (["t"] + ["ax", "ay", "az", "gx", "gy", "gz"]).enumerated().map { place, name in
      #""\#(name)":"# + list(rows.map { ([$0.time] + $0.force + $0.rate)[place] })
    }
    try expectTruth("{" + columns.joined(separator: ",") + "}", name: "a.json")
  }

  /// Rows of several sensors below each other.
  @Test(arguments: [
    ("time,sensor,x,y,z", ["acc", "gyr"]),
    ("timestamp,sensor_type,x,y,z", ["ACCELEROMETER", "GYROSCOPE"]),
    ("Timestamp;Type;X;Y;Z", ["android.sensor.accelerometer", "android.sensor.gyroscope"]),
  ])
  func rowsOfSeveralSensorsAreJoined(header: String, sensors: [String]) throws {
    let separator = header.contains(";") ? ";" : ","
    let rows = (0..<700).map { index in
      let truth = Self.truth(index)
      return [(sensors[0], truth.force), (sensors[1], truth.rate)].map { name, vector in
        (["\(truth.time)", name] + vector.map { "\($0)" }).joined(separator: separator) + "\n"
      }.joined()
    }
    try expectTruth(header + "\n" + rows.joined())
  }

  /// The same without a header, by names or by Android's numbers.
  @Test(
    arguments: [["ACC", "GYRO"], ["accelerometer", "gyroscope"], ["1", "4"]], [false, true])
  func rowsOfSeveralSensorsNeedNoHeader(sensors: [String], isNamedFirst: Bool) throws {
    let rows = (0..<700).map { index in
      let truth = Self.truth(index)
      return [(sensors[0], truth.force), (sensors[1], truth.rate)].map { name, vector in
        let time = "\(1_000_000_000_000 + Int((truth.time * 1e9).rounded()))"
        let begin = isNamedFirst ? [name, time] : [time, name]
        return (begin + vector.map { "\($0)" }).joined(separator: ",") + "\n"
      }.joined()
    }
    try expectTruth(rows.joined())
  }

  /// Names in other languages.
  @Test(arguments: [
    ["Zeit", "Beschleunigung", "Drehrate"], ["Zeit", "Beschleunigung", "Winkelgeschwindigkeit"],
    ["Temps", "Accélération", "Vitesse angulaire"], ["tiempo", "aceleracion", "giroscopio"],
    ["Tiempo", "Aceleración", "Velocidad angular"],
    ["tempo", "accelerazione", "velocità angolare"],
    ["Tempo", "aceleração", "velocidade angular"], ["tijd", "versnelling", "hoeksnelheid"],
    ["时间", "加速度", "角速度"], ["時間", "加速度", "角速度"],
    ["Время", "Ускорение", "Угловая скорость"], ["시간", "가속도", "각속도"],
  ])
  func namesMayBeOfOtherLanguages(words: [String]) throws {
    for unit in ["", " (s)"] {
      let columns = words[1...].flatMap { word in ["X", "Y", "Z"].map { "\(word) \($0)" } }
      try expectTruth(Self.text(([words[0] + unit] + columns).joined(separator: ",")))
    }
  }

  /// Rates as aviation calls them, with and without units.
  @Test func ratesMayBePQR() throws {
    for (header, rate) in [
      ("t,ax,ay,az,p,q,r", 1.0), ("t,ax,ay,az,p (deg/s),q (deg/s),r (deg/s)", 180 / .pi),
      ("t,ax,ay,az,p_dps,q_dps,r_dps", 180 / .pi), ("t,x,y,z,rx,ry,rz", 1),
    ] {
      try expectTruth(Self.text(header, rate: rate), remarks: true)
    }
  }

  /// Axes behind a word that says nothing are those of an acceleration, and that is reported.
  @Test func axesBehindAnIdleWordAreAnAcceleration() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv").path
    let rows = (0..<700).map { index in
      let truth = Self.truth(index)
      return "\(index),\(1_436_981_270_000 + index * 10),"
        + truth.force.map { "\($0)" }.joined(separator: ",")
    }
    let text = (["id,attr_time,attr_x,attr_y,attr_z"] + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let trace = try Trace(contentsOf: file)
    #expect(trace.rows.count == 700)
    for (index, row) in trace.rows.enumerated() {
      let force = try #require(row.specificForce)
      #expect(abs(force.y - Self.truth(index).force[1]) < 1e-6)
    }
    #expect(
      trace.remarks.contains {
        $0.hasPrefix("attr_x, attr_y, attr_z are taken for an acceleration")
      },
      "\(trace.remarks)")
  }

  /// Sensor Logger's table of all sensors, whose rows may have one sensor each.
  @Test(arguments: [false, true]) func sensorLoggersOneTableIsRead(isApart: Bool) throws {
    let names = ["gyroscopeuncalibrated", "gyroscope", "totalacceleration"].flatMap { sensor in
      ["z", "y", "x"].map { "\(sensor)_\($0)" }
    }
    let rows = (0..<700).map { index in
      let truth = Self.truth(index)
      let times = "\(1_700_000_000_000_000_000 + index * 10_000_000),\(truth.time)"
      let rate = truth.rate.reversed().map { "\($0)" }.joined(separator: ",")
      let force = truth.force.reversed().map { "\($0)" }.joined(separator: ",")
      return isApart
        ? "\(times),9,9,9,\(rate),,,\n\(times),,,,,,,\(force)\n"
        : "\(times),9,9,9,\(rate),\(force)\n"
    }
    try expectTruth(
      (["time", "seconds_elapsed"] + names).joined(separator: ",") + "\n" + rows.joined())
  }

  /// What ROS 2 prints of a sensor_msgs/Imu has no header.
  @Test func linesOfROSAreRead() throws {
    let covariance = Array(repeating: "0.0", count: 9)
    let rows = (0..<700).map { index in
      let truth = Self.truth(index)
      let nanoseconds = Int((truth.time * 1e9).rounded())
      let stamp = [
        "\(1_700_000_000 + nanoseconds / 1_000_000_000)", "\(nanoseconds % 1_000_000_000)",
      ]
      let (rate, force) = (truth.rate.map { "\($0)" }, truth.force.map { "\($0)" })
      let attitude = ["0.0", "0.0", "0.0", "1.0"]
      let fields =
        stamp + ["imu_link"] + attitude + covariance + rate + covariance + force + covariance
      return fields.joined(separator: ",") + "\n"
    }
    try expectTruth(rows.joined(), remarks: true)
  }

  @Test(
    arguments: ["\n", "\r\n", "\r"],
    ["", "\u{FEFF}", "# a comment\n", "sep=;\nRecorded by X 1.2\n\n"])
  func linesMayBeginAndEndOtherwise(end: String, preamble: String) throws {
    try expectTruth(
      preamble
        + Self.text(
          "timestamp_ms,acc_x_g,acc_y_g,acc_z_g,gyr_x_dps,gyr_y_dps,gyr_z_dps", end: end, time: 1e3,
          force: 1 / 9.80665, rate: 180 / .pi))
  }

  /// Without units the numbers decide, which is reported. The header is that of a trace or another, or there is none.
  @Test(arguments: [
    "t,ax,ay,az,gx,gy,gz", "Timestamp,accel_x,accel_y,accel_z,omega_x,omega_y,omega_z", nil,
  ])
  func numbersTellTheirUnits(header: String?) throws {
    for (f, force) in Self.forces where f != "m/s²" {
      for (r, rate) in Self.rates where r == "deg/s" || r == "rad/s" {
        for (t, time) in Self.times where t != "ns" || header?.hasPrefix("Time") == true {
          let isSI = f == "m/s^2" && r == "rad/s" && t == "s"
          try expectTruth(
            Self.text(header, time: time, force: force, rate: rate),
            remarks: header?.hasPrefix("t,") == true ? !isSI : true)
        }
      }
    }
  }

  /// Counts of a chip at any range: gravity gives the one, and its turn the other.
  @Test(arguments: [2_048.0, 4_096, 8_192, 16_384], [131, 65.5, 32.8, 16.4])
  func countsAreConverted(perG: Double, perDegree: Double) throws {
    try expectTruth(
      Self.text(
        "time,ax,ay,az,gx,gy,gz", time: 1e3, force: perG / 9.80665, rate: perDegree * 180 / .pi,
        digits: 0
      )
      .replacing("-0,", with: "0,"), remarks: true)
  }

  @Test func datesAreTimes() throws {
    func clock(_ t: Double) -> String { String(format: "2026-01-31 23:59:%06.3f", t + 10) }
    try expectTruth(Self.text("time,ax,ay,az,gx,gy,gz", clock: clock))
    try expectTruth(
      Self.text(
        "Timestamp;ax;ay;az;gx;gy;gz", separator: ";",
        clock: { clock($0).replacing(" ", with: "T") + "Z" }))
    try expectTruth(
      Self.text("t,ax,ay,az,gx,gy,gz", clock: { String(format: "%.6f", 1_700_000_000 + $0) }))
  }

  /// A time of day, `ms` after a midnight.
  private static func clock(_ style: String, _ ms: Int) -> String {
    let (h, m, s, f) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60, ms % 1_000)
    switch style {
    case "PM":
      return String(format: "%d:%02d:%02d.%03d ", h % 12 == 0 ? 12 : h % 12, m, s, f)
        + (h < 12 ? "AM" : "PM")
    case "-": return String(format: "%02d-%02d-%02d_%03d", h, m, s, f)
    case "": return String(format: "%02d%02d%02d.%03d", h, m, s, f)
    default: return String(format: "%02d:%02d:%02d\(style)%03d", h, m, s, f)
    }
  }

  /// Dates in every order and times of day in every way, within a day and over midnight.
  @Test(arguments: [
    "2024-05-31", "2024/05/31", "31.05.2024", "5/31/2024", "31/05/2024", "20240531", "31-May-2024",
    "May 31, 2024", "Fri, 31 May 2024", "",
  ])
  func datesAndTimesOfDayAreRead(date: String) throws {
    let next = date.replacing("5/31", with: "6/1").replacing("05", with: "06")
      .replacing("May", with: "Jun").replacing("Fri", with: "Sat")
      .replacing("31", with: "01")
    let isPlain = !date.isEmpty && !date.contains("May")
    for (separator, styles) in [(" ", [".", ":", "PM", "-"]), ("T", [".", ""]), ("_", ["."])]
    where separator == " " || isPlain || date.isEmpty {
      for style in styles where !["", "-"].contains(style) || isPlain {
        for hour in [11, 23] {
          let text = Self.text(
            "timestamp,accX,accY,accZ,gyroX,gyroY,gyroZ",
            clock: { t in
              let ms = Int((t * 1_000).rounded()) + ((hour * 60 + 59) * 60 + 56) * 1_000
              let time = Self.clock(style, ms % 86_400_000)
              let quote = date.contains(",") ? "\"" : ""
              return date.isEmpty
                ? time : quote + (ms < 86_400_000 ? date : next) + separator + time + quote
            })
          try expectTruth(text)
        }
      }
    }
    try expectTruth(
      Self.text("time,accX,accY,accZ,gyroX,gyroY,gyroZ") { String(format: "59:%06.3f", $0) })
    for format in ["202405312259%02d%03d", "Fri May 31 22:59:%02d.%03d 2024"] {
      try expectTruth(
        Self.text("time,accX,accY,accZ,gyroX,gyroY,gyroZ") {
          let ms = Int(($0 * 1_000).rounded())
          return String(format: format, 51 + ms / 1_000, ms % 1_000)
        })
    }
  }

  /// A counter goes on where it begins again, and the rows behind a restart come, too.
  @Test func timesThatBeginAgainGoOn() throws {
    for (end, unit) in [
      (65_536.0, 1e3), (4_294_967_296, 1e3), (4_294_967_296, 1e6), (16_777_216, 1e6),
    ] {
      try expectTruth(
        Self.text("timestamp,accX,accY,accZ,gyroX,gyroY,gyroZ") { t in
          String(
            Int(
              (end - 300_000 * unit / 1e5 + (t * unit).rounded()).truncatingRemainder(
                dividingBy: end)))
        })
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("again.csv").path
    let header = "time_ms,accX,accY,accZ,gyroX,gyroY,gyroZ"
    for again in ["", header + "\n"] {
      let rows = (0..<700).map { index in
        let truth = Self.truth(index)
        return (index == 350 ? again : "")
          + ([Double(index % 350 * 10)] + truth.force + truth.rate).map { "\($0)" }.joined(
            separator: ",")
      }
      try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
        to: URL(fileURLWithPath: file))
      let trace = try Trace(contentsOf: file)
      #expect(trace.rows.count == 700 && trace.rows[350].time - trace.rows[349].time > 0.1)
      #expect(trace.remarks.contains { $0.contains("begins again 1 times") }, "\(trace.remarks)")
    }
  }

  /// Headers behind a comment mark, and rows with another separator than the header.
  @Test(arguments: ["", "#", "# ", "% ", "//"], [" ", ",", ";", "\t"])
  func aHeaderMayLookOtherwise(mark: String, separator: String) throws {
    let names = ["timestamp", "ax", "ay", "az", "wx", "wy", "wz"]
    for other in [separator, ",", " ", "\t"] {
      try expectTruth(
        Self.text(mark + names.joined(separator: other), separator: separator))
    }
  }

  /// Units in a line of their own, a heading with an axis in brackets before its unit, and units that are not read.
  @Test func unitsMayStandElsewhere() throws {
    let (g, degrees) = (1 / 9.80665, 180 / Double.pi)
    for (separator, last) in [(",", ""), ("\t", "\t")] {
      let names =
        ["S_1_Timestamp_Unix_CAL"]
        + ["X", "Y", "Z"].map { "S_1_Accel_LN_\($0)_CAL" }
        + ["X", "Y", "Z"].map { "S_1_Gyro_\($0)_CAL" }
      let units = ["ms", "g", "g", "g", "deg/s", "deg/s", "deg/s"]
      try expectTruth(
        "\"sep=\(separator)\"\n"
          + Self.text(
            names.joined(separator: separator) + last + "\n" + units.joined(separator: separator)
              + last,
            separator: separator, time: 1e3, force: g, rate: degrees
          ).replacing("\n", with: last + "\n"))
    }
    try expectTruth(
      Self.text(
        "time (us), accSmooth[0] (g), accSmooth[1] (g), accSmooth[2] (g), gyroADC[0] (deg/s), gyroADC[1] (deg/s), gyroADC[2] (deg/s)",
        separator: ", ", time: 1e6, force: g, rate: degrees))
    try expectTruth(
      Self.text(
        "time (s),a x (units),a y (units),a z (units),w x (°),w y (°),w z (°)", force: g,
        rate: degrees
      ),
      remarks: true)
  }

  /// Names with the place where the sensor is worn, and axes alone, are read and reported.
  @Test(arguments: [
    "%@", "left_wrist_%@", "imu1_%@", "SENSOR.%@", "%@_wrist", "bmi160 %@",
  ])
  func namesMayHoldMore(name: String) throws {
    let names = ["ax", "ay", "az", "gx", "gy", "gz"].map { name.replacing("%@", with: $0) }
    try expectTruth(Self.text((["time"] + names).joined(separator: ",")), remarks: true)
  }

  /// An acceleration whose axes alone have names.
  @Test(arguments: ["Time (s),x,y,z", "HEADER_TIME_S,X,Y,Z", "time,x,y,z"])
  func axesAloneAreAnAcceleration(header: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("log.csv").path
    let rows = (0..<100).map { "\(Double($0) / 100),10,-20,\(1_000 + $0 % 3)" }
    try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
      to: URL(fileURLWithPath: file))
    let trace = try Trace(contentsOf: file)
    #expect(abs((trace.rows[9].specificForce?.z ?? 0) - 9.80665) < 0.05, "\(trace.remarks)")
    #expect(trace.remarks.contains { $0.contains("are taken for an acceleration") })
  }

  /// Rows with a number before the first column, as R writes them, and rows that are longer for another reason.
  @Test func theHeaderMayBeShorterThanTheRows() throws {
    let rows = Self.text(nil).split(separator: "\n")
    let numbered = rows.enumerated().map { "\($0 + 1) \($1.replacing(",", with: " "))" }
    try expectTruth(
      (["t ax ay az gx gy gz"] + numbered).joined(separator: "\n") + "\n", remarks: true)
    try expectTruth(
      (["time,ax,ay,az,gx,gy,gz"] + rows.map { $0 + ",7.5" }).joined(separator: "\n") + "\n",
      remarks: true)
  }

  /// What `quillon decode` prints can be read, and lines of a board lead there.
  @Test func decodedSamplesAreRead() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = (0..<700).map { index in
      let truth = Self.truth(index)
      let time = UInt32(truncatingIfNeeded: 4_293_000_000 + index * 10_000)
      return #"{"time":\#(time),"specificForce":\#(truth.force),"angularRate":\#(truth.rate)}"#
    }
    try expectTruth(lines.joined(separator: "\n") + "\n", name: "a.jsonl")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("putty.log").path
    for (line, advice) in [
      ("t: # ax: 0 ay: 0 az: 1", "quillon decode \(file)"),
      ("ax: 0 ay: 0 az: 1", "quillon record"), ("0.1 0.2 9.8 0 0 0", "quillon record"),
    ] {
      let lines = (10..<40).map { line.replacing("#", with: "\($0)") + "\n" }
      try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: file))
      do {
        _ = try Trace(contentsOf: file)
        Issue.record("it is no table")
      } catch { #expect("\(error)".contains(advice), "\(error)") }
    }
  }

  /// Without a column of time, the rate that stands above the header counts.
  @Test func theRateMayStandAboveTheHeader() throws {
    for line in [
      "# Config: data_rate = 100.0 Hz, filter = 488 Hz", "// Update Rate: 100.0Hz",
      "recorded at 100 Hz",
    ] {
      let rows = Self.text(
        "count,a_x (m/s^2),a_y (m/s^2),a_z (m/s^2),g_x (rad/s),g_y (rad/s),g_z (rad/s)"
      ) { String(Int(($0 * 100).rounded())) }
      try expectTruth(line + "\n" + rows, remarks: true)
    }
  }

  /// Gravity is missing: no attitude follows from such numbers, which is reported.
  @Test func anAccelerationWithoutGravityIsTold() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for header in [
      "t,ax,ay,az,gx,gy,gz",
      "time (s),acc x (m/s^2),acc y (m/s^2),acc z (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)",
    ] {
      let rows = (0..<300).map { index in
        let noise = 0.02 * sin(Double(index * 7_919))
        return "\(Double(index) / 100),\(noise),\(-noise),\(0.5 * noise),0.01,0.02,\(noise)"
      }
      let file = folder.appendingPathComponent("linear.csv").path
      try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
        to: URL(fileURLWithPath: file))
      let trace = try Trace(contentsOf: file)
      #expect(trace.rows[9].specificForce == nil && trace.rows[9].linearAcceleration != nil)
      #expect(trace.remarks.contains { $0.contains("no gravity in it") }, "\(trace.remarks)")
    }
  }

  /// A header that names one axis twice and another one never: the vector is not read, which is reported.
  @Test func aVectorWithoutAnAxisIsTold() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("twice.csv").path
    let rows = (0..<50).map { "\(Double($0) / 100),0,0,9.8,0.01,0.02,0.03" }
    try Data((["t,ax,ax,az,gx,gy,gz"] + rows).joined(separator: "\n").appending("\n").utf8).write(
      to: URL(fileURLWithPath: file))
    let trace = try Trace(contentsOf: file)
    #expect(trace.rows[9].specificForce == nil && trace.rows[9].angularRate != nil)
    #expect(
      trace.remarks.contains {
        $0.hasPrefix("the acceleration has columns for x and z but none for y")
      }, "\(trace.remarks)")
  }

  /// Rows of a burst have the time of their arrival: they are spread. That and slow rows are reported.
  @Test func equalStampsAreSpread() throws {
    for header in [
      "t,ax,ay,az,gx,gy,gz", "time,accX,accY,accZ,gyroX (rad/s),gyroY (rad/s),gyroZ (rad/s)",
    ] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("bursts.csv").path
      let rows = (0..<400).map { index in
        let truth = Self.truth(index)
        return ([Double(index / 20) * 0.2] + truth.force + truth.rate).map { "\($0)" }.joined(
          separator: ",")
      }
      try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
        to: URL(fileURLWithPath: file))
      let trace = try Trace(contentsOf: file)
      for (index, row) in trace.rows.enumerated() {
        #expect(abs(row.time - Double(index) / 100) < 1e-9)
      }
      #expect(
        trace.remarks.contains { $0.contains("380 of 400 rows have the time of the row before") },
        "\(trace.remarks)")
    }
  }

  @Test func slowRowsAreTold() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("slow.csv").path
    let rows = (0..<100).map { "\(Double($0) * 0.2),0,0,9.8,0.01,0,0" }
    try Data((["t,ax,ay,az,gx,gy,gz"] + rows).joined(separator: "\n").appending("\n").utf8).write(
      to: URL(fileURLWithPath: file))
    #expect(try Trace(contentsOf: file).remarks.contains { $0.contains("rows are 0.2 s apart") })
  }

  /// Fields that are missing or overflow are left out row by row.
  @Test func aFieldMayBeMissing() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("field.csv").path
    for header in ["t,ax,ay,az,mx,my,mz", "time,accX,accY,accZ,magX,magY,magZ"] {
      let rows = [
        "0,0,0,9.8,nan,nan,nan", "0.01,0,0,9.8,20,0,40", "0.02,0,0,9.8,,,",
        "0.03,0,0,9.8,2147483647,0,40",
      ]
      try Data(([header] + rows).joined(separator: "\n").appending("\n").utf8).write(
        to: URL(fileURLWithPath: file))
      #expect(
        try Trace(contentsOf: file).rows.map { $0.magneticField != nil } == [
          false, true, false, false,
        ])
    }
  }

  @Test func otherLayoutsAreRead() throws {
    // EuRoC's and TUM's header begins with a comment mark; RepoIMU's has two lines; ArduPilot's gives the unit of time in its name.
    try expectTruth(
      Self.text(
        "#timestamp [ns],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1]",
        time: 1e9))
    try expectTruth(
      Self.text("Time (s);IMU Acceleration;;;IMU Gyroscope;;\n;X;Y;Z;X;Y;Z", separator: ";"))
    try expectTruth(Self.text("TimeUS,AccX,AccY,AccZ,GyrX,GyrY,GyrZ", time: 1e6))
    try expectTruth(
      Self.text(
        "field.header.stamp,linear_acceleration.x,linear_acceleration.y,linear_acceleration.z,angular_velocity.x,angular_velocity.y,angular_velocity.z",
        time: 1e9))
  }
}
