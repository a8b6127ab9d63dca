import Foundation
import QuillonEmulator
import TestSupport
import Testing

/// The command-line tool with an emulated board.
@Suite(.waiting) struct BoardCommandTests {
  /// `simulate --board` shows the board's line as a port, and `bridge` reads letters from it.
  @Test(arguments: Machine.allCases)
  func anEmulatedBoardIsAPortForTheBridge(_ machine: Machine) throws {
    try Project.firmware()
    let board = try Tool("simulate", "--board", machine.rawValue, "--text", "QL")
    let port = try board.line(with: "/dev/pts/")
    let bridge = try Tool.run("bridge", "--port", port)
    #expect(bridge.output.contains("recognized  QL"), "\(bridge.output)\(bridge.errorOutput)")
    #expect(
      bridge.errorOutput.contains("board: \(machine.rawValue), firmware 1.0.0"),
      "\(bridge.errorOutput)")
    let result = try board.result()
    #expect(result.code == 0)
    #expect(result.lines == [port])
  }

  /// The text begins when the board has started, so no sample waits for that.
  @Test(arguments: [Machine.nrf51822, .stm32f405])
  func theFirmwareReadsQuillon(_ machine: Machine) throws {
    try Project.firmware()
    let result = try Tool.run("run", "--board", machine.rawValue, "--json")
    #expect(result.code == 0, "\(result.output)\(result.errorOutput)")
    #expect(result.lines.count { $0.contains("\"letter\"") } >= 7, "\(result.output)")
    #expect(result.output.contains("QUILLON"), "\(result.output)")
    // An emulated clock proves nothing about the rate.
    #expect(!result.output.contains("\"rate\""), "\(result.output)")
  }

  /// A board that nobody knows: misuse, and the names of those that are known.
  @Test(arguments: ["run", "simulate"])
  func anUnknownBoardIsRefusedWithTheList(_ command: String) throws {
    let result = try Tool.run(command, "--board", "arduino")
    #expect(result.code == 2)
    #expect(
      Machine.allCases.allSatisfy { result.errorOutput.contains($0.rawValue) },
      "\(result.errorOutput)")
  }

  /// What is built hangs on no variable of whoever builds it, such as BOARD in the environment.
  @Test(arguments: ["Package.swift", "Firmware/Package.swift"])
  func noManifestReadsTheEnvironment(_ manifest: String) throws {
    let text = try String(
      contentsOf: Project.root.appendingPathComponent(manifest), encoding: .utf8)
    #expect(text.contains("let package = Package("))
    #expect(!text.contains("Context.environment") && !text.contains("import Foundation"))
  }

  @Test(arguments: ["firmware", "emulate"])
  func makeRefusesAnUnknownBoardWithTheList(_ target: String) throws {
    let failure = #expect(throws: ToolFailure.self) {
      try Project.make(target, "BOARD=arduino")
    }
    #expect(failure?.code == 2)
    let said = failure?.said ?? ""
    #expect(Machine.allCases.allSatisfy { said.contains($0.rawValue) }, "\(said)")
  }

  /// Every image comes in all its forms.
  @Test(arguments: Machine.allCases, ["RecognizerImage", "ReplayImage", "LatencyImage"])
  func makeGivesAllForms(_ machine: Machine, _ image: String) throws {
    try Project.firmware()
    let file = machine.image(image, in: Project.root).deletingPathExtension()
    for form in ["elf", "bin", "hex", "map", "asm"] {
      let size = try? file.appendingPathExtension(form)
        .resourceValues(forKeys: [.fileSizeKey]).fileSize
      #expect(size ?? 0 > 1_000, "\(file.lastPathComponent).\(form) on \(machine.rawValue)")
    }
  }
}
