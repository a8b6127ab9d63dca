import Foundation
import QuillonRecordings
import TestSupport
import Testing

/// Boards without an attitude, from the command line.
@Suite(.waiting) struct RawTests {
  @Test(arguments: ["6", "9"])
  func aRawBoardWritesQuillon(axes: String) throws {
    let result = try Tool.run("run", "--raw", axes, "--fast")
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.output.contains("recognized  QUILLON"))
  }

  /// Letters of the first half second are lost: whoever would write them gets a note before, and no one else.
  @Test func whoWritesWithARawBoardIsToldToHoldItStillFirst() throws {
    let note = "the board sends raw sensor data: hold it still for 1 s, then write"
    #expect(try Tool.run("run", "--raw", "6", "--fast", "--text", "I").errorOutput.contains(note))
    #expect(try !Tool.run("run", "--fast", "--text", "I").errorOutput.contains(note))
  }

  @Test func rawTracesHaveTheSensorsOnly() throws {
    for (axes, hasField) in [("6", false), ("9", true)] {
      let result = try Tool.run("simulate", "--text", "HI", "--raw", axes)
      let trace = try Trace(parsing: Array(result.output.utf8), name: "output")
      let row = try #require(trace.rows.first)
      #expect(row.attitude == nil && row.linearAcceleration == nil)
      #expect(row.specificForce != nil && row.angularRate != nil)
      #expect((row.magneticField != nil) == hasField)
      // It lies still before it is picked up.
      #expect(try #require(trace.rows.first { $0.stroke == 0 }).time > 4)
    }
  }

  @Test func earthsFieldAndMagnetsAreAsAskedFor() throws {
    func strengths(_ options: String...) throws -> [Double] {
      let result = try Tool.run(["simulate", "--text", "I", "--raw", "9"] + options)
      return try Trace(parsing: Array(result.output.utf8), name: "output").rows.map { row in
        let field = try #require(row.magneticField)
        return (field * field).sum().squareRoot()
      }
    }
    let quiet = try strengths("--field-strength", "30")
    #expect(quiet.allSatisfy { abs($0 - 30) < 6 })
    let passed = try strengths("--field-strength", "30", "--magnet", "3")
    #expect(passed[280..<320].contains { abs($0 - 30) > 10 })
  }

  /// True north lies by the declination west of magnetic north, and both are where they are.
  @Test func framesDifferByWhatTheyAreNamedAfter() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("raw.csv"), workspace.path("fused.csv"))
    #expect(
      try Tool.run("simulate", "--text", "QUILLON", "--raw", "9", "--trace", trace).code == 0)
    func headings(_ options: String...) throws -> [Double] {
      let result = try Tool.run(["fuse", trace, "--out", out, "--force"] + options)
      #expect(result.code == 0, "\(result.errorOutput)")
      let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
      return try lines.filter { !$0.hasPrefix("#") }.dropFirst().map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return try #require(Double(fields[14]))
      }
    }
    let earth = try headings("--axes", "9")
    let magnetic = try headings("--frame", "magnetic")
    let north = try headings("--frame", "true", "--declination", "-10")
    #expect(magnetic.count == earth.count && north.count == earth.count)
    for index in earth.indices {
      #expect(abs(remainder(magnetic[index] - earth[index], 360)) < 0.001)
      #expect(abs(remainder(north[index] - magnetic[index] + 10, 360)) < 0.001)
    }
    #expect(try headings("--frame", "corrected").count == earth.count)
  }

  @Test func calibrationIsApplied() throws {
    let workspace = try Workspace()
    let (trace, out) = (workspace.path("raw.csv"), workspace.path("fused.csv"))
    let calibration = workspace.path("calibration.json")
    #expect(try Tool.run("simulate", "--text", "I", "--raw", "6", "--trace", trace).code == 0)
    // A board whose x and y point the other way.
    try Data(
      """
      {"format": "quillon-calibration", "version": 1, "accelerometer_axes": "-x -y z",
       "gyroscope_axes": "-x -y z"}
      """.utf8
    ).write(to: URL(fileURLWithPath: calibration))
    func gravity(_ options: String...) throws -> [Double] {
      #expect(try Tool.run(["fuse", trace, "--out", out, "--force"] + options).code == 0)
      let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
      return try #require(lines.last).split(separator: ",")[8...10].compactMap { Double($0) }
    }
    let plain = try gravity()
    for turned in [
      try gravity("--calibration", calibration),
      try gravity("--calibration", calibration, "--frame", "arbitrary"),
    ] {
      #expect(abs(turned[0] + plain[0]) < 1e-3 && abs(turned[1] + plain[1]) < 1e-3)
      #expect(abs(turned[2] - plain[2]) < 1e-3)
    }
  }

  @Test(arguments: [
    ["run", "--raw", "7"], ["fuse", "x.csv", "--out", "y.csv", "--frame", "true"],
    ["fuse", "x.csv", "--out", "y.csv", "--declination", "3"],
    ["fuse", "x.csv", "--out", "y.csv", "--frame", "magnetic", "--axes", "9"],
    ["simulate", "--raw", "9", "--inclination", "91"],
  ])
  func misuseExitsWithTwo(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2, "\(result.errorOutput)")
    #expect(result.output.isEmpty)
  }

  @Test func aFrameWithoutItsSensorIsRefused() throws {
    let workspace = try Workspace()
    let trace = workspace.path("raw.csv")
    #expect(try Tool.run("simulate", "--text", "I", "--raw", "6", "--trace", trace).code == 0)
    let result = try Tool.run(
      "fuse", trace, "--out", workspace.path("fused.csv"), "--frame", "magnetic")
    #expect(result.code == 2)
    #expect(result.errorOutput.contains("--frame arbitrary"))
  }
}
