import Foundation
import TestSupport
import Testing

/// `--help`, `--help-all` and `quillon help`.
@Suite struct HelpTests {
  private static let commands = [
    "run", "bridge", "test", "view", "ports", "protocols", "record", "decode", "report", "learn",
    "train",
    "evaluate", "enroll", "send", "calibrate", "characterize", "fuse", "declination", "profile",
    "simulate", "replay", "plot", "config",
  ]

  private func text(_ arguments: String...) throws -> String {
    let result = try Tool.run(arguments)
    #expect(result.code == 0 && result.errorOutput == "", "\(arguments)")
    return result.output
  }

  /// The list above is that of the tool.
  @Test func allCommandsAreListed() throws {
    let names = try text("--help").matches(of: /\n  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
    #expect(names.sorted() == Self.commands.sorted())
  }

  @Test(arguments: commands)
  func theFirstHelpIsShortAndTrue(_ command: String) throws {
    let (first, all) = (try text(command, "--help"), try text(command, "--help-all"))
    #expect(try text("help", command) == first && (try text(command, "-h")) == first)
    #expect(first.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(all.contains("USAGE: quillon \(command)"))
    let lines = first.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE") })
    let begin = try #require(lines[usage...].firstIndex(of: ""))
    let end = try #require(lines.firstIndex { $0 == "EXAMPLES:" })
    let options = lines[(begin + 1)..<end].filter { $0.hasPrefix("  ") }
    #expect(options.count <= 25, "\(command): \(options.count) lines of options")
    for option in options.joined(separator: "\n").matches(of: /--[a-z-]+/).map({ String($0.0) }) {
      #expect(
        all.matches(of: /--[a-z-]+/).contains { $0.0 == option }, "\(command) has no \(option)")
    }
    let longer = all.split(separator: "\n").count
    if first.contains("--help-all") { #expect(longer > options.count) }
  }

  /// An example is a command line whose options the tool knows.
  @Test(arguments: commands)
  func theExamplesAreCommandLines(_ command: String) throws {
    let first = try text(command, "--help")
    let examples = first.split(separator: "\n").filter { $0.hasPrefix("  quillon ") }
    #expect(!examples.isEmpty && examples.count <= 2, "\(command)")
    for example in examples {
      var words = example.split(separator: " ").dropFirst().map(String.init)
      if let end = words.firstIndex(where: { $0.hasPrefix(">") }) { words.removeSubrange(end...) }
      // With a wrong option behind them, only that one is found fault with.
      let result = try Tool.run(words + ["--no-such-option"])
      #expect(result.code == 2)
      #expect(
        result.errorOutput.contains("Unknown option '--no-such-option'"),
        "\(example): \(result.errorOutput)")
    }
  }

  @Test(arguments: ["stabilizers", "columns", "planes", "sensors"])
  func aPageTellsOfSharedOptions(_ topic: String) throws {
    let page = try text("help", topic)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(page.contains("  --") && !page.contains("USAGE") && !page.contains("OVERVIEW"))
  }

  /// A program for a board is printed as it is in Examples/boards.
  @Test(arguments: [
    "arduino": "mpu6050/mpu6050.ino", "circuitpython": "circuitpython.py",
    "microbit": "microbit.py", "makecode": "microbit.ts",
  ])
  func aSketchIsPrinted(_ name: String, _ file: String) throws {
    let path = SharedData.projectRoot.appendingPathComponent("Examples/boards/\(file)")
    #expect(try text("protocols", "--sketch", name) == String(contentsOf: path, encoding: .utf8))
  }

  @Test func aPageThatIsNotThereIsMisuse() throws {
    let result = try Tool.run("help", "stabilizer")
    #expect(result.code == 2 && result.errorOutput.contains("no command stabilizer"))
  }

  /// A word behind `--` is no wish for help.
  @Test func whatIsNoWishForHelpIsNone() throws {
    let result = try Tool.run("decode", "--", "--help")
    #expect(result.code == 2 && result.errorOutput.contains("no such file"))
  }
}
