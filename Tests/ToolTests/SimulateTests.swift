import Foundation
import QuillonRecordings
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct SimulateTests {
  @Test func theTraceOfATextGoesToStandardOutput() throws {
    let result = try Tool.run("simulate", "--text", "hi", "--seed", "5")
    #expect(result.code == 0)
    let trace = try Trace(parsing: Array(result.output.utf8), name: "output")
    #expect(trace.strokes.map(\.label) == ["H", "I"])
    #expect(try Tool.run("simulate", "--text", "HI", "--seed", "5").output == result.output)
    #expect(try Tool.run("simulate", "--text", "HI", "--seed", "6").output != result.output)
  }

  /// Strokes to the right, which teach where up is on a wrist.
  @Test(arguments: [["--text", "---"], ["--text=---"]])
  func aTextMayBeDashesAlone(text: [String]) throws {
    let result = try Tool.run(["simulate"] + text + ["--seed", "5"])
    #expect(result.code == 0, "\(result.errorOutput)")
    let trace = try Trace(parsing: Array(result.output.utf8), name: "output")
    #expect(trace.strokes.map(\.label) == ["-", "-", "-"])
    #expect(try Tool.run("simulate", "--text", "--pty").code == 2, "an option is no text")
  }

  @Test(arguments: ["simulate", "run"]) func noTextIsAnError(command: String) throws {
    let result = try Tool.run(command, "--text", "")
    #expect(result.code == 2 && result.errorOutput.contains("--text"), "\(result)")
  }

  /// The picture of the documents and of the live page is what the command draws.
  @Test func howEachLetterIsWrittenIsDrawn() throws {
    let file = SharedData.projectRoot.appendingPathComponent("firmware-docs/pictures/alphabet.svg")
    let picture = try String(contentsOf: file, encoding: .utf8)
    let result = try Tool.run("simulate", "--alphabet")
    #expect(result.code == 0 && result.output == picture, "\(result.errorOutput)")
    #expect(picture.components(separatedBy: "<circle").count == 37)
    let workspace = try Workspace()
    let copy = workspace.path("alphabet.svg")
    #expect(try Tool.run("simulate", "--alphabet", "--plot", copy).code == 0)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == picture)
  }

  /// Gravity alone is 1 g, so this sensor is at its end most of the time.
  @Test func aSensorEndsAtItsRange() throws {
    let workspace = try Workspace()
    let (wide, narrow) = (workspace.path("wide.csv"), workspace.path("narrow.csv"))
    let written = ["simulate", "--text", "HIL", "--raw", "6", "--trace"]
    let far = try Tool.run(written + [wide, "--range", "16"])
    #expect(far.code == 0 && far.errorOutput.contains("±16 g: 0 of "), "\(far.errorOutput)")
    let near = try Tool.run(written + [narrow, "--range", "1,20"])
    #expect(near.code == 0 && near.errorOutput.contains("±1 g, ±20 °/s: "), "\(near.errorOutput)")
    let told = try #require(
      near.errorOutput.firstMatch(
        of: /: (\d+) of (\d+) samples clipped \(accelerometer (\d+), gyroscope (\d+)\)/))
    let trace = try Trace(contentsOf: narrow)
    let force = trace.rows.compactMap { row in row.specificForce.map { max($0.max(), -$0.min()) } }
    let rate = trace.rows.compactMap { row in row.angularRate.map { max($0.max(), -$0.min()) } }
    #expect(try #require(force.max()) < 9.80666 && #require(rate.max()) < 20.001 * .pi / 180)
    #expect(Int(told.2) == trace.rows.count)
    #expect(Int(told.3) == force.count { $0 > 9.8066 } && Int(told.3) != 0)
    #expect(Int(told.4) == rate.count { $0 > 19.9999 * .pi / 180 } && Int(told.4) != 0)
    #expect(trace.comments.contains("range 1,20"))
    #expect(try Tool.run("simulate", "--range", "0").code == 2)
  }

  /// The virtual board states its ranges, so the bridge counts what they clip.
  @Test func aBridgeLearnsTheRangeFromTheBoard() throws {
    let workspace = try Workspace()
    let written = ["simulate", "--text", "H", "--raw", "6", "--pty", "--fast", "--range"]
    for (range, isClipped) in [("1,30", true), ("16,2000", false)] {
      let board = try Tool(written + [range])
      let port = try board.line(with: "/dev/pts/")
      let bridge = try Tool.run("bridge", "--port", port, "--model", workspace.modelOfA())
      _ = try board.result()
      #expect(bridge.errorOutput.contains("end of its range") == isClipped, "\(bridge)")
    }
  }

  @Test func aBoardLiesStillForItsCharacter() throws {
    let workspace = try Workspace()
    let (file, page) = (workspace.path("rest.csv"), workspace.path("rest.html"))
    #expect(try Tool.run("simulate", "--still", "60", "--trace", file).code == 0)
    let trace = try Trace(contentsOf: file)
    let last = try #require(trace.rows.last)
    #expect(abs(last.time - 60) < 0.1 && trace.rows.allSatisfy { $0.isPenDown == false })
    let rate = trace.rows.compactMap { row in row.angularRate.map { max($0.max(), -$0.min()) } }
    #expect(try #require(rate.max()) < 0.03, "it does not move")
    #expect(try Tool.run("characterize", file, "--out", page).code == 0)
    #expect(try Tool.run("simulate", "--still", "0").code == 2)
  }

  @Test func aReplayedTraceArrivesSampleBySample() throws {
    let workspace = try Workspace()
    let (trace, recording) = (workspace.path("trace.csv"), workspace.path("recording.csv"))
    #expect(try Tool.run("simulate", "--text", "OK", "--trace", trace).code == 0)
    let board = try Tool("simulate", "--replay", trace, "--pty", "--fast")
    let port = try board.line(with: "/dev/pts/")
    let bridge = try Tool.run(
      "bridge", "--port", port, "--record", recording, "--model", workspace.modelOfA())
    let boardResult = try board.result()
    #expect(boardResult.code == 0)
    #expect(boardResult.lines == [port])
    #expect(bridge.output.contains("recognized  AA"))
    let sent = try Trace(contentsOf: trace).replaySamples.map(\.sample)
    let received = try Trace(contentsOf: recording).replaySamples.map(\.sample)
    let start = try #require(sent.first).timestamp
    #expect(received.map(\.timestamp) == sent.map { $0.timestamp - start })
    #expect(received.map(\.acceleration) == sent.map(\.acceleration))
    #expect(received.map(\.angularRate) == sent.map(\.angularRate))
    #expect(received.map(\.magneticField) == sent.map(\.magneticField))
    #expect(received.map(\.pen) == sent.map(\.pen))
  }

  @Test func aBadLineIsTold() throws {
    let workspace = try Workspace()
    let board = try Tool(
      "simulate", "--text", "ABC", "--pty", "--fast", "--flip", "0.002", "--seed", "3")
    let port = try board.line(with: "/dev/pts/")
    let bridge = try Tool.run("bridge", "--port", port, "--model", workspace.modelOfA())
    #expect(!bridge.output.contains("damaged     0 packets"))
    let errorOutput = try board.result().errorOutput
    #expect(!errorOutput.contains("flipped 0,"))
    #expect(errorOutput.contains("lost 0, doubled 0"))
  }

  @Test func anInterruptedBoardSaysHowFarItCame() throws {
    let board = try Tool("simulate", "--pty")
    let path = try board.line(with: "/dev/pts/")
    let port = try openTransport(path: path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    board.interrupt()
    let result = try board.result()
    #expect(result.code == 0)
    #expect(result.errorOutput.contains("closed: sent"))
  }
}
