import Foundation
import QuillonSerial
import TestSupport
import Testing

/// Wherever a person waits, the tool ends on an interrupt.
@Suite struct InterruptionTests {
  /// How long the tool takes to end, the median of some trials, because this machine has other things to do; and what
  /// it exits with.
  private func delay(
    politely: Bool, start: () throws -> Tool
  ) throws -> (median: Duration, codes: Set<Int32>) {
    var (delays, codes): ([Duration], Set<Int32>) = ([], [])
    for _ in 0..<5 {
      let tool = try start()
      let began = ContinuousClock.now
      if politely { tool.terminate() } else { tool.interrupt() }
      codes.insert(try tool.result().code)
      delays.append(.now - began)
    }
    return (delays.sorted()[2], codes)
  }

  /// The commands that wait for a port that is not there.
  @Test(
    arguments: [
      ["bridge", "--wait"], ["record", "--wait", "nothing.csv"], ["view"],
    ], [false, true])
  func waitingForAPortEndsAtOnce(_ command: [String], _ politely: Bool) throws {
    let (median, codes) = try delay(politely: politely) {
      let tool = try Tool(command + ["--port", "/dev/no-such-board"])
      try tool.errorOutput(with: "waiting for /dev/no-such-board")
      return tool
    }
    #expect(median < .milliseconds(100))
    #expect(codes == [0])
  }

  /// Standard output is a pipe that nobody reads, and it is full.
  @Test(arguments: [
    ("run --text I", "writing I"), ("test --simulated --labels A", "how each letter is written"),
  ])
  func aFullPipeIsNotWaitedFor(command: String, words: String) throws {
    let workspace = try Workspace()
    let tool = try Tool(
      command.split(separator: " ").map(String.init),
      by: """
        mkfifo "$PIPE"; exec 3<>"$PIPE"; timeout 1 cat /dev/zero >&3; exec "$0" "$@" >&3
        """, environment: ["PIPE": workspace.path("pipe")])
    try tool.errorOutput(with: words)
    tool.interrupt()
    let result = try tool.result(within: .seconds(60))
    #expect(
      result.code == 3 && result.errorOutput.contains("standard output accepts no more data"),
      "\(result)")
  }

  /// A board that has not been opened by anybody.
  @Test(arguments: [["simulate", "--pty"], ["simulate", "--pty", "--protocol", "csv"]])
  func waitingForAReaderEndsAtOnce(_ command: [String]) throws {
    let (median, codes) = try delay(politely: false) {
      let tool = try Tool(command)
      try tool.errorOutput(with: "waiting for a program")
      return tool
    }
    #expect(median < .milliseconds(100))
    #expect(codes == [0])
  }

  /// A board that sends nothing, and that no format is known of yet.
  @Test(arguments: [
    ["bridge"], ["bridge", "--wait"], ["calibrate", "--out", "nothing.json"], ["enroll"],
  ])
  func waitingForAMuteBoardEndsAtOnce(_ command: [String]) throws {
    let board = try PseudoTerminal()
    defer { board.close() }
    let (median, _) = try delay(politely: false) {
      let tool = try Tool(command + ["--port", board.path])
      let deadline = ContinuousClock.now + .seconds(60)
      while !board.hasClient, .now < deadline { Thread.sleep(forTimeInterval: 0.005) }
      return tool
    }
    #expect(median < .milliseconds(100))
  }
}
