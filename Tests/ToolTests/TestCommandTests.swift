import Foundation
import QuillonConversions
import QuillonFusion
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonWire
import Synchronization
import TestSupport
import Testing

/// `quillon test`, the guided test.
@Suite(.waiting) struct TestCommandTests {
  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// The steps of COMMANDS: a simulated person takes the test; the recording is evaluated and trained on.
  @Test func aSimulatedPersonIsTestedAndRecorded() throws {
    let workspace = try Workspace()
    let (recording, picture) = (workspace.path("test.csv"), workspace.path("worst.svg"))
    let result = try Tool.run(
      "test", "--simulated", "--fast", "--labels", "A-E<shake>", "--times", "2", "--model",
      "gestures", "--record", recording, "--plot", picture)
    #expect(result.code == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("write A  (1 of 12)"))
    #expect(result.errorOutput.contains("how each letter is written: quillon simulate --alphabet"))
    #expect(result.output.contains("A  read as A  margin"))
    #expect(result.output.contains("round 2     6 of 6 right"), "\(result.output)")
    #expect(result.output.contains("in all      12 of 12 right, 100.0 %"))
    #expect(result.output.contains("mixed up    nothing"))
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.components(separatedBy: "<polyline").count == 4)
    let evaluation = try Tool.run("evaluate", "--air", recording, "--model", "gestures")
    #expect(evaluation.output.contains("12 of 12 right"), "\(evaluation.output)")
    let model = workspace.path("model.json")
    let training = try Tool.run("train", "--air", recording, "--out", model)
    #expect(training.output.contains("12 letters of 6 labels"), "\(training.output)")
  }

  /// A model that calls everything A: B is read as A, and that is what is reported.
  @Test func programsAreToldInLinesOfJSON() throws {
    let workspace = try Workspace()
    let result = try Tool.run(
      "test", "--simulated", "--fast", "--labels", "AB", "--times", "1", "--json", "--model",
      workspace.modelOfA())
    #expect(result.code == 0, "\(result.errorOutput)")
    let lines = try result.lines.map(object)
    #expect(lines.map { $0["event"] as? String } == ["answer", "answer", "result"])
    #expect(lines[1]["prompt"] as? String == "B" && lines[1]["label"] as? String == "A")
    #expect(lines[1]["right"] as? Bool == false)
    let found = try #require(lines[2]["result"] as? [String: Any])
    #expect(found["right"] as? Int == 1 && found["written"] as? Int == 2)
    let mistakes = try #require(found["mixedUp"] as? [[String: Any]])
    #expect(mistakes.count == 1 && mistakes[0]["written"] as? String == "B")
    let worst = try #require(found["worst"] as? [[String: Any]])
    #expect(worst.map { $0["label"] as? String } == ["B", "A"])
    #expect(try #require(worst[0]["ink"] as? [[Double]]).count > 10)
  }

  /// The person repeats the first letter: its stroke is none of the recording's any more.
  @Test(arguments: [true, false]) func aLetterIsRepeated(byTest: Bool) throws {
    let workspace = try Workspace()
    let recording = workspace.path("test.csv")
    let board = try SteeredBoard()
    let keyboard = Pipe()
    let asking =
      byTest
      ? ["test", "--labels", "LO", "--times", "1"] : ["bridge", "--prompt", "LO", "--rounds", "1"]
    let tool = try Tool(
      asking + ["--port", board.path, "--protocol", "quillon", "--json", "--record", recording],
      input: keyboard.fileHandleForReading)
    try tool.errorOutput(with: "write L  (1 of 2)")
    try board.write("O")
    try tool.errorOutput(with: "write O  (2 of 2)")
    keyboard.fileHandleForWriting.write(Data("r\n".utf8))
    try tool.errorOutput(with: "write L  (1 of 2)", times: 2)
    try board.write("L")
    try tool.errorOutput(with: "write O  (2 of 2)", times: 2)
    try board.write("O")
    let result = try tool.result()
    board.end()
    #expect(result.code == 0, "\(result.errorOutput)")
    let lines = try result.lines.map(object)
    if byTest {
      #expect(lines.compactMap { $0["label"] as? String } == ["O", "L", "O"])
      let found = try #require(lines.last?["result"] as? [String: Any])
      #expect(found["right"] as? Int == 2 && found["written"] as? Int == 2)
    }
    let evaluation = try Tool.run(
      "evaluate", "--air", recording, "--model", "simulated-air")
    #expect(evaluation.output.contains("2 of 2 right"), "\(evaluation.output)")
  }

  @Test(arguments: [
    (["test", "--labels", "A-", "--simulated"], "as in A-Z<shake>"),
    (["test", "--times", "0", "--simulated"], "give 1 to 99"),
    (["test", "--simulated", "--port", "/dev/null"], "either --port, --phone or --simulated"),
    (["test", "--fast"], "add --simulated"),
    (["test", "--simulated", "--labels", "<jump>"], "The model does not know jump"),
    (["bridge", "--prompt", "A-Z", "--port", "/dev/null"], "--record"),
    (["bridge", "--prompt", "?", "--record", "x.csv", "--port", "/dev/null"], "as in A-Z<shake>"),
  ])
  func misuseSaysWhatToDo(arguments: [String], advice: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
  }
}

/// A board that rests until it gets something to write.
private final class SteeredBoard: Sendable {
  private let terminal: PseudoTerminal
  private let waiting = Mutex<[InertialSample]>([])
  private let isOver = Atomic<Bool>(false)

  var path: String { terminal.path }

  init() throws {
    terminal = try PseudoTerminal()
    Thread { [self] in play() }.start()
  }

  /// Writes a letter after what it is writing.
  func write(_ letter: String) throws {
    let samples = try AirWriter(seed: 1).trace(of: letter).replaySamples.map(\.sample)
    waiting.withLock { $0 += samples }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    terminal.close()
  }

  private func play() {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    var sample = InertialSample(
      timestamp: 0, acceleration: .linear(.zero), attitude: .identity, pen: .up)
    var time: UInt32 = 0
    while !isOver.load(ordering: .relaxed) {
      let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let next { sample = next } else { sample.pen = .up }
      time &+= 10_000
      sample.timestamp = time
      encoder.encode(sample, into: &packet)
      let bytes = packet.withUnsafeBytes { Array($0) }
      guard terminal.write(bytes, timeout: .seconds(5)) != .ended else { return }
      // What rests need not hurry; what is written comes as fast as it is read.
      if next == nil { Thread.sleep(forTimeInterval: 0.005) }
    }
  }
}
