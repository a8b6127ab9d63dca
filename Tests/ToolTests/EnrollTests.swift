import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct EnrollTests {
  /// What a board on a wrist sends.
  private static func worn(_ text: String, azimuth: Double = 1.2) throws -> Trace {
    var writer = AirWriter(wearing: 77, azimuth: azimuth)
    writer.holdTime = 0.4
    return SensorErrors.phone.apply(to: try writer.trace(of: text), seed: 77)
  }

  private static func expect(_ file: String, degrees: Double) throws {
    let rule = try PlaneFile(contentsOf: file).rule
    #expect(rule.kind == .wrist && rule.axis == .x)
    #expect(abs(remainder(rule.azimuth.signedDegrees - degrees, 360)) < 12)
  }

  /// From a board to a file, and with the file to letters that are mirrored or nonsense without it.
  @Test func aBoardOnAWristIsEnrolledAndThenRead() throws {
    let workspace = try Workspace()
    let file = workspace.path("wrist.json")
    func served(_ text: String) throws -> VirtualBoard {
      try VirtualBoard(
        BoardScript(samples: try Self.worn(text).replaySamples.map(\.sample), pacing: .unpaced))
    }
    var board = try served("---")
    var player = Worker { [board] in board.run() }
    let enrolled = try Tool.run("enroll", "--port", board.path, "--out", file)
    board.close()
    _ = try player.result()
    #expect(enrolled.code == 0, "\(enrolled.errorOutput)")
    #expect(enrolled.output.contains("° from the board's x axis, spread"), "\(enrolled.output)")
    #expect(enrolled.errorOutput.contains("3 of 3: rest, draw a line to the right"))
    try Self.expect(file, degrees: 1.2 * 180 / .pi)

    for (options, word) in [(["--plane", file], "QUILLON"), ([], nil)] {
      board = try served("QUILLON")
      player = Worker { [board] in board.run() }
      let read = try Tool.run(["bridge", "--port", board.path, "--json"] + options)
      _ = try player.result()
      let summary = try #require(read.lines.last)
      #expect(summary.contains("\"letters\":\"QUILLON\"") == (word != nil), "\(summary)")
    }
  }

  @Test func aRecordingWillDo() throws {
    let workspace = try Workspace()
    let (trace, file) = (workspace.path("strokes.csv"), workspace.path("wrist.json"))
    try Self.worn("---").write(to: OutputFile(trace))
    for pen in ["board", "auto"] {
      let result = try Tool.run(
        "enroll", "--trace", trace, "--pen", pen, "--out", file, "--json", "--force")
      #expect(result.code == 0, "\(result.errorOutput)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(report["strokes"] as? Int == 3)
      #expect((report["deviations"] as? [Double])?.count == 3)
      try Self.expect(file, degrees: 1.2 * 180 / .pi)
    }
  }

  @Test func strokesThatDisagreeOrAreMissingAreTold() throws {
    let workspace = try Workspace()
    let trace = workspace.path("strokes.csv")
    var rows = try Self.worn("--").rows
    let end = (rows.last?.time ?? 0) + 1
    rows += try Self.worn("-", azimuth: 3).rows.map { row in
      var later = row
      later.time += end
      later.stroke = later.stroke.map { $0 + 2 }
      return later
    }
    try Trace(rows: rows).write(to: OutputFile(trace))
    let disagreeing = try Tool.run("enroll", "--trace", trace)
    #expect(disagreeing.code == 1)
    #expect(
      disagreeing.errorOutput.contains("the strokes disagree: they lie"),
      "\(disagreeing.errorOutput)")
    #expect(disagreeing.errorOutput.contains("go back slowly"))

    try Self.worn("OS").write(to: OutputFile(trace))
    let missing = try Tool.run("enroll", "--trace", trace)
    #expect(missing.code == 1)
    #expect(missing.errorOutput.contains("0 of 3 strokes were found"), "\(missing.errorOutput)")
  }

  @Test func misuseIsTold() throws {
    let workspace = try Workspace()
    let file = workspace.path("wrist.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
    for (arguments, words) in [
      (["bridge", "--port", "/dev/null", "--plane", file], "make it anew with `quillon enroll`"),
      (["bridge", "--port", "/dev/null", "--azimuth", "-20"], "--plane wrist or principal"),
      (["enroll", "--trace", "x", "--port", "y"], "Give either --port, --phone or --trace"),
      (["enroll", "--send", "x", "--out", "y"], "leave out --trace and --out"),
      (["run", "--board", "mps2-an386", "--plane", "wrist"], "quillon enroll --send"),
    ] {
      let result = try Tool.run(arguments)
      #expect(result.code == 2, "\(arguments): \(result.errorOutput)")
      #expect(result.errorOutput.contains(words), "\(arguments): \(result.errorOutput)")
    }
  }

  /// A board that accepts settings as its firmware does: all of them, or as before there were planes.
  private func answer(
    on terminal: PseudoTerminal, knowsPlanes: Bool
  ) -> Worker<WritingSettings?> {
    Worker {
      var (decoder, encoder, packet) = (PacketDecoder(), PacketEncoder(), PacketBytes())
      return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
        var heard: WritingSettings?
        while true {
          switch terminal.read(into: buffer, timeout: .milliseconds(50)) {
          case .ended: return heard
          case .timedOut: continue
          case .bytes(let count):
            for byte in buffer[..<count] {
              guard case .packet(let command) = decoder.push(byte),
                case .settings(var settings) = command.message
              else { continue }
              heard = settings
              if !knowsPlanes { settings.plane = PlaneRule(.device) }
              encoder.encode(.settings(settings), time: 0, into: &packet)
              _ = packet.withUnsafeBytes {
                terminal.write(UnsafeRawBufferPointer($0), timeout: .seconds(1))
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func aBoardIsToldItsPlane(knowsPlanes: Bool) throws {
    let workspace = try Workspace()
    let file = workspace.path("wrist.json")
    let rule = PlaneRule(.wrist, axis: .y, azimuth: BinaryAngle(bits: 0xD712_3456))
    try PlaneFile(rule).write(to: OutputFile(file))
    let terminal = try PseudoTerminal()
    let heard = answer(on: terminal, knowsPlanes: knowsPlanes)
    let result = try Tool.run("enroll", "--port", terminal.path, "--pen", "auto", "--send", file)
    terminal.close()
    let settings = try #require(try heard.result())
    #expect(settings.pen == .motion && settings.gates == .all)
    #expect(settings.plane.kind == .wrist && settings.plane.axis == .y)
    #expect(settings.plane.azimuth.bits == 0xD712_0000)
    #expect(result.code == (knowsPlanes ? 0 : 1), "\(result.errorOutput)")
    #expect(
      result.errorOutput.contains(knowsPlanes ? "uses this plane until it restarts" : "too old"),
      "\(result.errorOutput)")
  }
}
