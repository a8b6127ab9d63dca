import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonSerial
import QuillonWire
import TestSupport
import Testing

/// `quillon bridge --text` and `quillon run --text-editor`.
@Suite(.waiting) struct TextTests {
  private func write(_ text: String, as name: String, _ workspace: Workspace) throws -> String {
    let path = workspace.path(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// A program that writes down what it is started for; the path of what it writes.
  private func program(_ workspace: Workspace) throws -> (path: String, out: String) {
    let out = workspace.path("out")
    let path = try write(
      "#!/bin/sh\necho \"$QUILLON_LETTER,$QUILLON_WORD,$QUILLON_LINE\" >>'\(out)'\n",
      as: "program", workspace)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return (path, out)
  }

  /// What a board sends that recognizes by itself: its hello, and letters with their margins.
  private func send(_ letters: [(label: String, margin: Double)], by board: PseudoTerminal) throws {
    let labels = PackedModel.airBoard.labels
    let hello = Hello(
      board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
      modelID: PackedModel.airBoard.modelID)
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    let messages =
      try [.hello(hello)]
      + letters.map { label, margin in
        Message.classification(
          Classification(
            label: UInt8(try #require(labels.firstIndex(of: label))), score: Fixed(margin),
            margin: Fixed(margin), isRejected: false))
      }
    for message in messages {
      encoder.encode(message, time: 0, into: &packet)
      _ = board.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
    }
  }

  /// HELLO with an I in the place of an L, which the board is not sure of.
  private let doubtful = zip("HEILO", [6, 6, 0.1, 6, 6]).map { (label: String($0), margin: $1) }

  /// A person rests between words. Standard output has the lines alone, and no code of a terminal is anywhere.
  @Test(arguments: [["--words", "off"], ["--protocol", "mip"]])
  func aPauseEndsAWord(_ options: [String]) throws {
    let workspace = try Workspace()
    let words = try write("hello 5\nworld 4\nword\n", as: "words", workspace)
    let result = try Tool.run(
      ["run", "--text-editor", "--text", "hello world", "--fast"] + options
        + (options.contains("--words") ? [] : ["--words", words]))
    #expect(result.code == 0 && result.output == "HELLO WORLD\n", "\(result)")
    #expect(!result.errorOutput.contains("\u{1B}"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("a pause of 2 s = space"))
    #expect(result.errorOutput.contains("3 words of") != options.contains("off"))
  }

  /// Gestures edit, as a board's swipes do. What they do is a matter of a file.
  @Test func gesturesEdit() throws {
    let workspace = try Workspace()
    let (program, out) = try program(workspace)
    let actions = try write(
      "swipeRight = space\nswipeLeft = delete\ncircle = newline\n", as: "actions", workspace)
    let board = try Tool(
      "simulate", "--text", "HI<swipeRight>YOU<swipeLeft><circle>A", "--pty", "--fast")
    let result = try Tool.run(
      "bridge", "--port", board.line(with: "/dev/pts/"), "--model", "gestures", "--text",
      "--words", "off", "--actions", actions, "--exec", program)
    _ = try board.result()
    #expect(result.output == "HI YO\nA\n", "\(result)")
    #expect(result.errorOutput.contains("recognized  HI<swipeRight>YOU<swipeLeft><circle>A\n"))
    #expect(!result.errorOutput.contains("score"), "the text shows the letters")
    #expect(
      try String(contentsOfFile: out, encoding: .utf8) == """
        H,,
        I,,
        swipeRight,,
        ,HI,
        Y,,
        O,,
        U,,
        swipeLeft,,
        circle,,
        ,YO,
        ,,HI YO
        A,,
        ,A,
        ,,A

        """)
  }

  /// A board that recognizes by itself reports its answer and the margin only. A pause ends the word by this computer's clock.
  @Test(arguments: [("hello\nworld", "HELLO"), ("off", "HEILO")])
  func theWordsOfTheListCorrect(words: String, word: String) throws {
    let workspace = try Workspace()
    let (program, out) = try program(workspace)
    let list = words == "off" ? words : try write(words, as: "words", workspace)
    let board = try PseudoTerminal()
    let bridge = try Tool(
      "bridge", "--port", board.path, "--protocol", "quillon", "--text", "--words", list,
      "--word-pause", "1", "--exec", program)
    try bridge.errorOutput(with: "reading")
    try send(doubtful, by: board)
    let deadline = ContinuousClock.now + .seconds(20)
    while (try? String(contentsOfFile: out, encoding: .utf8))?.contains(",\(word),") != true {
      guard .now < deadline else { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    bridge.interrupt()
    let result = try bridge.result()
    board.close()
    // The word has ended before the line did.
    #expect(result.output == "\(word)\n", "\(result)")
    #expect(
      try String(contentsOfFile: out, encoding: .utf8)
        == "H,,\nE,,\nI,,\nL,,\nO,,\n,\(word),\n,,\(word)\n")
  }

  /// On a terminal the open line is drawn in place, with rivals dimmed, and keys edit it.
  @Test func aTerminalShowsTheOpenLineAndItsKeysEdit() throws {
    let workspace = try Workspace()
    let words = try write("hello\nhello\nhalls\nworld\n", as: "words", workspace)
    let (board, terminal) = (try PseudoTerminal(), try PseudoTerminal())
    let bridge = try Tool(
      [
        "bridge", "--port", board.path, "--protocol", "quillon", "--text", "--words", words,
        "--word-pause", "2",
      ], by: #"exec "$0" "$@" <"$TERMINAL" 2>"$TERMINAL""#,
      environment: ["TERMINAL": terminal.path])
    var seen = ""
    func wait(for text: String) {
      let deadline = ContinuousClock.now + .seconds(20)
      while !seen.contains(text), .now < deadline {
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard
          case .bytes(let count) = bytes.withUnsafeMutableBytes({
            terminal.read(into: $0, timeout: .milliseconds(100))
          })
        else { continue }
        seen += String(decoding: bytes[..<count], as: UTF8.self)
      }
      #expect(seen.contains(text), "\(seen.debugDescription)")
    }
    func press(_ key: UInt8) {
      #expect(terminal.write([key], timeout: .seconds(1)) == .written)
    }
    wait(for: "reading")
    try send(doubtful, by: board)
    wait(for: "\r\u{1B}[KHEILO  HELLO ")
    wait(for: "%\u{1B}[2m  ")
    // The pause ends the word. A key begins another pause.
    wait(for: "\r\u{1B}[KHELLO ")
    press(127)
    Thread.sleep(forTimeInterval: 0.3)
    press(127)
    wait(for: "\r\u{1B}[KHELL  ")
    press(UInt8(ascii: " "))
    press(UInt8(ascii: "\n"))
    #expect(try bridge.line(with: "H") == "HELL")
    bridge.interrupt()
    let result = try bridge.result()
    wait(for: "recognized  HEILO")
    board.close()
    terminal.close()
    #expect(!result.output.contains("\u{1B}") && result.lines.count == 1, "\(result.output)")
  }

  /// A list with umlauts can be used, and it is reported how they are written.
  @Test func umlautsAreTold() throws {
    let workspace = try Workspace()
    let words = try write("Größe\nnein\nja\n", as: "words", workspace)
    let result = try Tool.run(
      "run", "--text-editor", "--text", "NEIN", "--fast", "--words", words)
    #expect(result.output == "NEIN\n")
    #expect(
      result.errorOutput.contains(
        "3 words of \(words), 1 of them with AE, OE, UE and SS for Ä, Ö, Ü and ß"),
      "\(result.errorOutput)")
  }

  /// Without a list of its own it reports how to get one, and continues.
  @Test func aMissingListIsTold() throws {
    guard !FileManager.default.fileExists(atPath: "/usr/share/dict/words") else { return }
    let result = try Tool.run("run", "--text-editor", "--text", "A", "--fast")
    #expect(result.code == 0 && result.output == "A\n")
    #expect(
      result.errorOutput.contains(
        "run `sudo apt-get install wamerican`, or name a list with --words"),
      "\(result.errorOutput)")
  }

  @Test(arguments: [
    ("--text --words /no/such/list", "check the path"),
    ("--text --words EMPTY", "name a list of words"),
    ("--text --model lab", "give --model gestures, or train a packed model"),
    ("--text --actions EMPTY --model air", "leave out --actions, or give --model gestures"),
    ("--text --actions WRONG --model gestures", "line 2: “swipRight” is no gesture"),
    ("--text --word-pause 0.5", "1 to 60 s"),
    ("--text --pen-up-time 2000", "longer than --pen-up-time"),
    ("--text --json", "leave out --json"), ("--text --csv", "leave out --csv"),
    ("--words off", "--words has no effect without --text: add --text"),
    ("--actions WRONG", "add --text"), ("--word-pause 3", "add --text"),
  ])
  func misuseSaysWhatToDo(options: String, advice: String) throws {
    let workspace = try Workspace()
    let files = [
      "EMPTY": try write("!\n", as: "empty", workspace),
      "WRONG": try write("wave = undo\nswipRight = space\n", as: "wrong", workspace),
    ]
    let words = options.split(separator: " ").map { files[String($0)] ?? String($0) }
    let result = try Tool.run(["bridge", "--port", "/dev/null"] + words)
    #expect(result.code == 2 && result.errorOutput.contains(advice), "\(result.errorOutput)")
  }
}
