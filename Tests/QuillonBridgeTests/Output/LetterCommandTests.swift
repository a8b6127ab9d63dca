import Foundation
import QuillonBridge
import TestSupport
import Testing

@Suite(.waiting) struct LetterCommandTests {
  private let letter = Letter(
    time: 1.25, label: "$(touch x); Q", score: 2, margin: 0.5, isRejected: false, source: .host)

  /// An executable script; it writes to the file `out` beside it.
  private func script(_ body: String) throws -> (path: String, out: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "quillon-command-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("script")
    let out = folder.appendingPathComponent("out").path
    try Data("#!/bin/sh\n\(body.replacingOccurrences(of: "OUT", with: out))\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return (file.path, out)
  }

  @Test func theLetterIsInTheEnvironmentAndNoShellReadsIt() throws {
    let (path, out) = try script(
      #"echo "$QUILLON_LETTER,$QUILLON_SCORE,$QUILLON_MARGIN,$QUILLON_TIME,$QUILLON_SOURCE,$#" >>OUT"#
    )
    let command = try #require(LetterCommand(path))
    command.run(for: letter)
    var rejected = letter
    rejected.isRejected = true
    command.run(for: rejected)
    command.close(within: .seconds(20))
    #expect(
      try String(contentsOfFile: out, encoding: .utf8) == "$(touch x); Q,2.0,0.5,1.25,host,0\n")
    #expect(command.dropped == 0)
    #expect(command.failures == 0)
  }

  /// Each start is for a letter, a word or a line.
  @Test func wordsAndLinesAreInTheEnvironment() throws {
    let (path, out) = try script(
      #"echo "$QUILLON_LETTER,$QUILLON_WORD,$QUILLON_LINE" >>OUT"#)
    let command = try #require(LetterCommand(path))
    command.run(forWord: "$(touch x)")
    command.run(for: letter)
    command.run(forLine: "HELLO WORLD")
    command.close(within: .seconds(20))
    #expect(
      try String(contentsOfFile: out, encoding: .utf8)
        == ",$(touch x),\n$(touch x); Q,,\n,,HELLO WORLD\n")
  }

  @Test func aProgramThatIsBeingSavedIsStartedWhenItIsWhole() throws {
    let (path, out) = try script("echo started >OUT")
    let command = try #require(LetterCommand(path))
    let writer = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    command.run(for: letter)
    Thread.sleep(forTimeInterval: 0.1)
    try writer.close()
    command.close(within: .seconds(20))
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "started\n")
    #expect(command.failures == 0)
  }

  @Test func aProgramThatHangsHoldsNobodyUp() throws {
    let command = try #require(LetterCommand(try script("exec sleep 3").path))
    let start = ContinuousClock.now
    for _ in 0..<100 { command.run(for: letter) }
    #expect(.now - start < .seconds(1))
    #expect(command.dropped == 100 - LetterCommand.capacity)
    command.close(within: .milliseconds(10))
    #expect(.now - start < .seconds(2))
    #expect(command.dropped == 100)
  }

  @Test func aProgramThatFailsIsCounted() throws {
    let command = try #require(LetterCommand("false"))
    for _ in 0..<3 { command.run(for: letter) }
    command.close(within: .seconds(20))
    #expect(command.failures == 3)
  }

  /// A child that kept the port open would keep it locked.
  @Test func theProgramInheritsNoFilesAndNoIgnoredSignals() throws {
    let (path, out) = try script(
      "ls /proc/self/fd | wc -l >OUT; grep SigIgn /proc/self/status >>OUT")
    let open = (0..<5).compactMap { _ in fopen("/dev/null", "r") }
    defer { open.forEach { fclose($0) } }
    let command = try #require(LetterCommand(path))
    command.run(for: letter)
    command.close(within: .seconds(20))
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    // Standard input, output and error, and the folder that ls reads.
    #expect(lines.first == "4")
    let ignored = try #require(
      lines.last?.split(separator: "\t").last.flatMap { Int($0, radix: 16) })
    #expect(ignored & (1 << (SIGINT - 1) | 1 << (SIGTERM - 1)) == 0)
  }

  @Test(arguments: ["/no/such/program", "/tmp", "/etc/passwd", "no-such-program-anywhere"])
  func whatIsNoProgramIsNone(path: String) {
    #expect(LetterCommand(path) == nil)
  }
}
