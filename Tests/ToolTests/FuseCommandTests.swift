import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import QuillonSystem
import TestSupport
import Testing

@Suite struct FuseCommandTests {
  private struct Report: Decodable {
    var samples: Int
    var duration: Double
    var readyAfter: Double?
  }

  /// A board that lies still for `seconds`, turned by −90° about x: its y axis points down; the field
  /// points north and down.
  private func stillTrace(_ workspace: Workspace, seconds: Int, columns: Int = 10) throws -> String
  {
    let names = "t,ax,ay,az,gx,gy,gz,mx,my,mz".split(separator: ",").prefix(columns)
    let rows = (0..<seconds * 100).map { k in
      let numbers = [Double(k) / 100, 0, -9.80665, 0, 0.001, -0.002, 0.003, 0, 45, 20]
      return numbers.prefix(columns).map { "\($0)" }.joined(separator: ",")
    }
    let path = workspace.path("still-\(columns).csv")
    try ([names.joined(separator: ",")] + rows).joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func rows(_ path: String) throws -> [[String: String]] {
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    let names = try #require(lines.first).split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      Dictionary(
        uniqueKeysWithValues: zip(
          names, line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)))
    }
  }

  private func numbers(_ row: [String: String], _ names: String...) throws -> [Double] {
    try names.map { try #require(Double(row[$0] ?? "")) }
  }

  /// Messages of ROS have the specific force, and are read back as what they were.
  @Test func messagesOfROSAreWrittenAndReadBack() throws {
    let workspace = try Workspace()
    let (trace, out) = (try stillTrace(workspace, seconds: 20), workspace.path("imu.csv"))
    #expect(try Tool.run("fuse", trace, "--axes", "9", "--ros", "--out", out).code == 0)
    let rows = try rows(out)
    #expect(rows.count == 2_000 && rows[7]["%time"] == "70000000")
    let last = try #require(rows.last)
    #expect(last["field.orientation_covariance0"] == "0")
    #expect(rows[0]["field.orientation_covariance0"] == "-1")
    let half = 0.5.squareRoot()
    let names = ["w", "x", "y", "z"].map { "field.orientation.\($0)" }
    for (name, expected) in zip(names, [half, -half, 0, 0]) {
      #expect(abs(try numbers(last, name)[0] - expected) < 0.01)
    }
    let read = try Trace(contentsOf: out)
    let sent = try Trace(contentsOf: trace)
    #expect(read.rows.count == sent.rows.count)
    for (a, b) in zip(read.rows, sent.rows) {
      let (force, expected) = (try #require(a.specificForce), try #require(b.specificForce))
      #expect((0..<3).allSatisfy { abs(force[$0] - expected[$0]) < 1e-4 })
      #expect(abs(a.time - b.time) < 1e-6)
    }
    #expect(read.rows.allSatisfy { $0.angularRate != nil })
    let misuse = try Tool.run("fuse", trace, "--ros", "--euler", "--out", out)
    #expect(misuse.code == 2 && misuse.errorOutput.contains("further columns"))
  }

  @Test(arguments: [["--axes", "9"], ["--axes", "9", "--reference"]])
  func tellsAttitudeGravityAndAcceleration(options: [String]) throws {
    let workspace = try Workspace()
    let out = workspace.path("out.csv")
    let result = try Tool.run(
      ["fuse", try stillTrace(workspace, seconds: 20), "--out", out, "--json"] + options)
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.samples == 2_000 && abs(report.duration - 19.99) < 1e-9)
    let rows = try rows(out)
    #expect(rows.count == 2_000)
    let last = try #require(rows.last)
    let q = try numbers(last, "qw", "qx", "qy", "qz")
    let half = 0.5.squareRoot()
    for (a, b) in zip(q, [half, -half, 0, 0]) {
      #expect(abs(a * (q[0] < 0 ? -1 : 1) - b) < 1e-3, "\(q)")
    }
    for (a, b) in zip(try numbers(last, "vx", "vy", "vz"), [0, 9.80665, 0]) {
      #expect(abs(a - b) < 0.01)
    }
    for a in try numbers(last, "ux", "uy", "uz") { #expect(abs(a) < 0.01) }
    for a in try numbers(last, "gx", "gy", "gz") { #expect(abs(a) < 1e-4) }
    #expect(last["state"] == "ready")
    if !options.contains("--reference") { #expect(report.readyAfter != nil) }
  }

  /// The same attitude in three forms: the columns of the matrix are the board's axes.
  @Test func theAttitudeIsAlsoWrittenAsAnglesAndMatrix() throws {
    let workspace = try Workspace()
    let (trace, out) = (try stillTrace(workspace, seconds: 5), workspace.path("out.csv"))
    let result = try Tool.run("fuse", trace, "--euler", "--matrix", "--out", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    let last = try #require(try rows(out).last)
    #expect(abs(try numbers(last, "pitch")[0] + 90) < 0.1)
    let yAxis = try numbers(last, "r12", "r22", "r32")
    for (a, b) in zip(yAxis, [0.0, 0.0, -1.0]) { #expect(abs(a - b) < 2e-3, "\(yAxis)") }
    let q = try numbers(last, "qw", "qx", "qy", "qz")
    #expect(abs(try numbers(last, "r21")[0] - 2 * (q[1] * q[2] + q[0] * q[3])) < 1e-8)
  }

  /// The level part of the acceleration is at right angles to gravity, and the rest is along it.
  @Test func theLevelAccelerationIsWritten() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("trace.csv"), workspace.path("out.csv"))
    #expect(try Tool.run("simulate", "--raw", "6", "--text", "LO", "--trace", trace).code == 0)
    let result = try Tool.run("fuse", trace, "--horizontal", "--out", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    var largest = 0.0
    for row in try rows(out) {
      let level = SIMD3(try numbers(row, "hx", "hy", "hz"))
      let gravity = SIMD3(try numbers(row, "vx", "vy", "vz"))
      let vertical = SIMD3(try numbers(row, "ux", "uy", "uz")) - level
      #expect(abs((level * gravity).sum()) < 1e-6)
      let along = (vertical * gravity).sum() / (gravity * gravity).sum() * gravity
      #expect(((along - vertical) * (along - vertical)).sum() < 1e-12)
      largest = max(largest, (level * level).sum().squareRoot())
    }
    #expect((0.5..<50).contains(largest), "\(largest) m/s²")
  }

  /// The folder of a telephone app is a recording: here Sensor Logger's, of a telephone that lies on its back.
  @Test func aTelephonesFolderIsFused() throws {
    let workspace = try Workspace()
    let folder = workspace.path("phone")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, axes) in [("TotalAcceleration", "9.80665,0,0"), ("Gyroscope", "0,0,0.001")] {
      let rows = (0..<600).map {
        "\(1_700_000_000_000_000_000 + $0 * 10_000_000),\(Double($0) / 100),\(axes)"
      }
      try (["time,seconds_elapsed,z,y,x"] + rows).joined(separator: "\n")
        .write(toFile: "\(folder)/\(name).csv", atomically: true, encoding: .utf8)
    }
    let out = workspace.path("out.csv")
    let result = try Tool.run("fuse", folder, "--out", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("600 samples"), "\(result.output)")
    #expect(result.errorOutput.contains("telephone log: acceleration with gravity"))
    #expect(abs(try numbers(try #require(try rows(out).last), "vz")[0] + 9.80665) < 0.01)
  }

  /// A long recording needs no more memory than a short one. The recording comes through a pipe, so that
  /// the memory can be asked for while the command waits for the rest.
  @Test(arguments: [["fuse", "--out", "/dev/null"], ["decode", "--protocol", "csv"]])
  func aLongRecordingNeedsNoMoreMemory(command: [String]) throws {
    let workspace = try Workspace()
    let (part, pipe) = (workspace.path("part.csv"), workspace.path("pipe"))
    let rows = (0..<20_000).map { _ in "1,0.012345,-0.023456,9.812345,0.001234,-0.002345,0.003456" }
    try (rows.joined(separator: "\n") + "\n").write(toFile: part, atomically: true, encoding: .utf8)
    let script = """
      mkfifo \(pipe); "$0" "$@" >/dev/null & pid=$!; exec 3>\(pipe)
      echo t,ax,ay,az,gx,gy,gz >&3
      cat \(part) \(part) >&3; grep VmHWM /proc/$pid/status
      cat \(part) \(part) \(part) \(part) \(part) \(part) \(part) \(part) >&3; grep VmHWM /proc/$pid/status
      exec 3>&-; wait $pid
      """
    let result = try Tool(command + [pipe], by: script).result()
    #expect(result.code == 0, "\(result.errorOutput)")
    let sizes = result.lines.compactMap {
      $0.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    try #require(sizes.count == 2)
    // The other eight parts are 9 MB.
    #expect(sizes[1] - sizes[0] < 3_000, "kB: \(sizes)")
  }

  /// A path that grows while the board moves: once the first 256 rows have shown their units, the rows of a pipe come out as they come in,
  /// and no report among them.
  @Test func aBoardIsFollowedThroughAPipe() throws {
    let workspace = try Workspace()
    let (part, pipe) = (try stillTrace(workspace, seconds: 5, columns: 7), workspace.path("pipe"))
    let script = """
      mkfifo \(pipe); "$0" "$@" >\(workspace.path("out.csv")) & pid=$!; exec 3>\(pipe)
      head -n 300 \(part) >&3; sleep 0.1; sed -n 301p \(part) >&3
      for i in $(seq 600); do [ $(wc -l <\(workspace.path("out.csv"))) -ge 300 ] && break; sleep 0.1; done
      wc -l <\(workspace.path("out.csv")); exec 3>&-; wait $pid
      """
    let result = try Tool(
      ["fuse", pipe, "--track-always", "--out", "/dev/stdout"], by: script
    ).result()
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(try #require(Int(result.lines[0])) >= 300, "\(result.output)")
    let rows = try rows(workspace.path("out.csv"))
    #expect(rows.allSatisfy { Double($0["position_z"] ?? "") != nil })
    #expect(result.errorOutput.contains(" samples"), "\(result.errorOutput)")
  }

  @Test func sixAxesNeedNoField() throws {
    let workspace = try Workspace()
    let (trace, out) = (
      try stillTrace(workspace, seconds: 6, columns: 7), workspace.path("out.csv")
    )
    let result = try Tool.run("fuse", trace, "--out", out)
    #expect(result.code == 0 && result.output.contains("600 samples"), "\(result.errorOutput)")
    let nine = try Tool.run("fuse", trace, "--axes", "9", "--out", out, "--force")
    #expect(nine.code == 2 && nine.errorOutput.contains("--axes 6"), "\(nine.errorOutput)")
  }

  /// A knock whose peak is cut off at 2 g would tilt gravity.
  @Test func whatIsClippedIsCountedAndLeftOut() throws {
    struct Clipped: Decodable {
      var clipped: [String: Int]
    }
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("knock.csv"), workspace.path("out.csv"))
    let rows = (0..<1_000).map { k -> String in
      let force = (600..<605).contains(k) ? 19.6 : (605..<610).contains(k) ? -7.0 : 0
      return "\(Double(k) / 100),\(force),0,9.80665,0,0,0"
    }
    try (["t,ax,ay,az,gx,gy,gz"] + rows).joined(separator: "\n")
      .write(toFile: trace, atomically: true, encoding: .utf8)
    var tilts: [Double] = []
    for options in [[], ["--range", "2,250"]] {
      let result = try Tool.run(["fuse", trace, "--out", out, "--force", "--json"] + options)
      #expect(result.code == 0, "\(result.errorOutput)")
      let report = try JSONDecoder().decode(Clipped.self, from: Data(result.output.utf8))
      // By its shape the third sample at the same value is the first that counts.
      let count = options.isEmpty ? 3 : 5
      #expect(report.clipped == ["samples": count, "accelerometer": count, "gyroscope": 0])
      tilts.append(try self.rows(out).map { abs(try numbers($0, "vx")[0]) }.max() ?? 0)
    }
    #expect(tilts[1] < tilts[0] / 2, "\(tilts)")
    let wrong = try Tool.run("fuse", trace, "--out", out, "--force", "--range", "wide")
    #expect(wrong.code == 2 && wrong.errorOutput.contains("--range"), "\(wrong.errorOutput)")
  }

  /// A board that rests, is pushed along its x axis at 1 m/s² for half a second with the pen down, and rests again.
  @Test func velocityAndPositionAreTracked() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("push.csv"), workspace.path("out.csv"))
    func write(pen column: String) throws {
      let lines = (0..<700).map { k -> String in
        let isPushed = (500..<550).contains(k)
        let pen = column.isEmpty ? "" : (500...550).contains(k) ? ",1" : ",0"
        return "\(Double(k) / 100),\(isPushed ? 1 : 0),0,9.80665,0,0,0\(pen)"
      }
      try (["t,ax,ay,az,gx,gy,gz\(column)"] + lines).joined(separator: "\n")
        .write(toFile: trace, atomically: true, encoding: .utf8)
    }
    try write(pen: ",pen")
    let result = try Tool.run("fuse", trace, "--track", "--euler", "--out", out)
    #expect(result.code == 0, "\(result.errorOutput)")
    let rows = try rows(out)
    #expect(rows.count == 700)
    func path(_ row: [String: String]) throws -> [Double] {
      try numbers(
        row, "velocity_x", "velocity_y", "velocity_z", "position_x", "position_y", "position_z")
    }
    for row in [rows[400], rows[500], rows[551], rows[699]] {
      #expect(try path(row) == [0, 0, 0, 0, 0, 0])
    }
    let end = try path(rows[549])
    let (speed, way) = (
      (end[0] * end[0] + end[1] * end[1]).squareRoot(),
      (end[3] * end[3] + end[4] * end[4]).squareRoot()
    )
    #expect(abs(speed - 0.49) < 0.03, "\(end)")
    #expect(abs(way - 0.12) < 0.02, "\(end)")
    #expect(abs(end[2]) < 0.05 && abs(end[5]) < 0.02, "\(end)")

    try write(pen: "")
    let again = ["fuse", trace, "--track", "--out", out, "--force"]
    let bare = try Tool.run(again)
    #expect(
      bare.code == 2 && bare.errorOutput.contains("give --track-always"), "\(bare.errorOutput)")
    let three = try Tool.run(again + ["--axes", "3"])
    #expect(three.code == 2 && three.errorOutput.contains("cannot distinguish a turn"))

    // Without a pen, the path goes on: at the speed of the push, less what the filter treats as an inclination, or damped.
    func always(_ damping: String...) throws -> [[Double]] {
      let result = try Tool.run(
        ["fuse", trace, "--track-always", "--out", out, "--force"] + damping)
      #expect(result.code == 0, "\(result.errorOutput)")
      return try self.rows(out).map(path)
    }
    let (free, damped) = (try always(), try always("--damping", "2"))
    func size(_ values: ArraySlice<Double>) -> Double {
      values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    #expect(size(free[400].prefix(3)) < 0.01 && (0.35...0.52).contains(size(free[699].prefix(3))))
    #expect(abs(size(free[699].suffix(3)) - (0.125 + 0.5 * 1.5)) < 0.08)
    #expect(size(damped[699].prefix(3)) < 0.05, "\(damped[699])")
    #expect(size(damped[699].suffix(3)) < 0.1)
    for (words, advice) in [
      (["--track", "--track-always"], "leave out --track"), (["--damping", "2"], "add one"),
      (["--track-always", "--damping", "16"], "0 to 15"),
    ] {
      let refused = try Tool.run(["fuse", trace, "--out", out, "--force"] + words)
      #expect(refused.code == 2 && refused.errorOutput.contains(advice), "\(refused.errorOutput)")
    }
  }

  @Test func threeAxesGiveTheInclination() throws {
    let workspace = try Workspace()
    let (trace, out) = (
      try stillTrace(workspace, seconds: 2, columns: 4), workspace.path("out.csv")
    )
    let result = try Tool.run("fuse", trace, "--axes", "3", "--out", out)
    #expect(result.code == 0 && result.output.contains("200 samples"), "\(result.errorOutput)")
    let last = try #require(try rows(out).last)
    #expect(last["state"] == "ready")
    for (name, value) in [("vx", 0), ("vy", 9.80665), ("vz", 0), ("ux", 0), ("uy", 0), ("uz", 0)] {
      #expect(abs(try numbers(last, name)[0] - value) < 1e-3, "\(name)")
    }
  }

  @Test func tellsWhatIsWrong() throws {
    let workspace = try Workspace()
    let trace = try stillTrace(workspace, seconds: 1)
    let axes = try Tool.run("fuse", trace, "--axes", "7", "--out", workspace.path("out.csv"))
    #expect(axes.code == 2 && axes.errorOutput.contains("--axes 9"), "\(axes.errorOutput)")
    let bare = try stillTrace(workspace, seconds: 1, columns: 4)
    let columns = try Tool.run("fuse", bare, "--out", workspace.path("out.csv"))
    #expect(columns.code == 2 && columns.errorOutput.contains("--axes 3"), "\(columns.errorOutput)")
    let model = try Tool.run(
      "fuse", bare, "--axes", "3", "--reference", "--out", workspace.path("out.csv"))
    #expect(model.code == 2 && model.errorOutput.contains("leave out"), "\(model.errorOutput)")
    let folder = try Tool.run("fuse", trace, "--out", workspace.path("none/out.csv"))
    #expect(folder.code == 3, "\(folder.errorOutput)")
  }

  /// Turned by 90° about x while it is found, then by 30° more about its own z: relative to the start, only the 30° are left.
  @Test(arguments: [[], ["--reference"]])
  func relativeToTheFirstAttitudeThatIsKnown(options: [String]) throws {
    let workspace = try Workspace()
    let trace = workspace.path("turn.csv")
    // 20 s of rest, then 1 s at 30°/s, then rest. Gravity turns with the board.
    let lines = (0..<2_300).map { k in
      let seconds = Double(k) / 100
      let angle = min(max(seconds - 20, 0), 1) * .pi / 6
      let rate = seconds > 20 && seconds <= 21 ? Double.pi / 6 : 0
      let force = [-sin(angle) * 9.80665, -cos(angle) * 9.80665, 0]
      return ([seconds] + force + [0, 0, rate]).map { "\($0)" }.joined(separator: ",")
    }
    try (["t,ax,ay,az,gx,gy,gz"] + lines).joined(separator: "\n")
      .write(toFile: trace, atomically: true, encoding: .utf8)
    func last(_ more: [String]) throws -> [Double] {
      let out = workspace.path("out\(more.count).csv")
      let result = try Tool.run(["fuse", trace, "--out", out, "--euler"] + options + more)
      #expect(result.code == 0, "\(result.errorOutput)")
      return try numbers(try #require(try rows(out).last), "roll", "pitch", "yaw")
    }
    let (absolute, relative) = (try last([]), try last(["--relative"]))
    #expect(abs(absolute[0]) > 25 || abs(absolute[1]) > 45)
    #expect(abs(relative[0]) < 0.5 && abs(relative[1]) < 0.5, "\(relative)")
    #expect(abs(relative[2] - 30) < 0.5, "\(relative)")
  }

  /// A board that is turned about all axes, with what its magnetometer makes of the field.
  private func turningTrace(
    _ workspace: Workspace, _ field: (SIMD3<Double>) -> SIMD3<Double>
  ) throws -> String {
    let path = workspace.path("field.csv")
    var trace = CalibrationMotion.complete.trace()
    for index in trace.rows.indices {
      trace.rows[index].magneticField = trace.rows[index].magneticField.map {
        let felt = field(SIMD3($0.x, $0.y, $0.z))
        return ReferenceVector(felt.x, felt.y, felt.z)
      }
    }
    try trace.write(to: OutputFile(path))
    return path
  }

  /// Hard iron, soft iron, a wrong sign of the axis along which the field is strong: the heading is computed without such a field, and
  /// that is reported. A good field is used.
  @Test(arguments: [
    ("good", true), ("hard iron", false), ("soft iron", false), ("mirrored", false),
  ])
  func aFieldThatCannotBeTheEarthsIsNotUsed(_ kind: String, _ isUsed: Bool) throws {
    let workspace = try Workspace()
    let trace = try turningTrace(workspace) { field in
      switch kind {
      case "hard iron": field + SIMD3(60, -25, 15)
      case "soft iron": field * SIMD3(2, 1, 0.6)
      case "mirrored": field * SIMD3(1, 1, -1)
      default: field
      }
    }
    for options in [["--axes", "9"], ["--frame", "magnetic"]] {
      let out = workspace.path("out-\(options[1]).csv")
      let result = try Tool.run(["fuse", trace, "--out", out, "--json"] + options)
      #expect(result.code == 0, "\(result.errorOutput)")
      #expect(
        result.errorOutput.contains("can't be the Earth's") != isUsed, "\(result.errorOutput)")
      #expect(result.errorOutput.contains("quillon calibrate --trace") != isUsed)
      #expect(result.output.contains("fieldObjection") != isUsed)
    }
  }

  /// The live bridge learns hard and soft iron while the board is turned; of a wrong axis it reports once that the heading is wrong.
  @Test(.waiting, arguments: [("good", false), ("hard iron", false), ("mirrored", true)])
  func theBridgeSaysThatAFieldCannotBeTheEarths(_ kind: String, _ isSaid: Bool) throws {
    let workspace = try Workspace()
    let trace = try turningTrace(workspace) { field in
      switch kind {
      case "hard iron": field + SIMD3(60, -25, 15)
      case "mirrored": field * SIMD3(1, 1, -1)
      default: field
      }
    }
    let board = try Tool("replay", trace, "--pty", "--protocol", "x-imu3", "--speed", "10")
    let result = try Tool.run(
      "bridge", "--port", board.line(with: "/dev/pts/"), "--frame", "magnetic")
    _ = try board.result()
    let said = result.errorOutput.components(separatedBy: "can't be the Earth's").count - 1
    #expect(said == (isSaid ? 1 : 0), "\(kind): \(result.errorOutput)")
    #expect(result.errorOutput.contains("quillon calibrate --port PORT --out board.json") == isSaid)
  }
}
