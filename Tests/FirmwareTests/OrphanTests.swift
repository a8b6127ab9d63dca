import Foundation
import QuillonEmulator
import QuillonSerial
import TestSupport
import Testing

/// No emulator outlives the tool that started it.
@Suite struct OrphanTests {
  /// Waits until the tool has started its emulator; that one's number.
  private func emulator(of tool: Tool) throws -> Int32 {
    let deadline = ContinuousClock.now + .seconds(30)
    while .now < deadline {
      if let child = tool.children.first(where: isEmulator) { return child }
      Thread.sleep(forTimeInterval: 0.005)
    }
    throw ToolFailure(code: 0, said: "no emulator was started")
  }

  private func isEmulator(_ number: Int32) -> Bool {
    let words = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
    return words?.contains("qemu-system-arm") ?? false
  }

  /// How long the emulator goes on, 5 s at most.
  private func life(of emulator: Int32) -> Duration {
    let start = ContinuousClock.now
    while isEmulator(emulator), .now - start < .seconds(5) {
      Thread.sleep(forTimeInterval: 0.005)
    }
    return .now - start
  }

  @Test(arguments: [
    ["run", "--board", "nrf51822"], ["simulate", "--board", "stm32f405"],
    ["view", "--board", "nrf51822"],
  ])
  func anEmulatorEndsWithAToolThatIsKilled(_ command: [String]) throws {
    try Project.firmware()
    let tool = try Tool(command)
    let emulator = try emulator(of: tool)
    tool.kill()
    #expect(life(of: emulator) < .seconds(2), "\(command)")
    _ = try tool.result()
  }

  /// How long a program without anything to put in order takes to end, on this computer and at this moment.
  private func endOfAPlainProgram() throws -> Duration {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/bin/sleep")
    program.arguments = ["60"]
    try program.run()
    let start = ContinuousClock.now
    // It may have inherited that a polite request is ignored.
    kill(program.processIdentifier, SIGKILL)
    program.waitUntilExit()
    return .now - start
  }

  @Test(arguments: [false, true])
  func anEmulatedBoardWithoutAReaderEndsWhenTold(_ politely: Bool) throws {
    try Project.firmware()
    var delays: [Duration] = []
    var plain: [Duration] = []
    for _ in 0..<5 {
      let tool = try Tool("simulate", "--board", "stm32f405")
      try tool.errorOutput(with: "waiting for a program")
      let emulator = try emulator(of: tool)
      let start = ContinuousClock.now
      if politely { tool.terminate() } else { tool.interrupt() }
      #expect(try tool.result().code == 0)
      delays.append(.now - start)
      #expect(!isEmulator(emulator))
      plain.append(try endOfAPlainProgram())
    }
    // Tool and emulator wake and end in turn, each of which waits for a processor as a plain program does.
    let bound = Duration.milliseconds(100) + plain.sorted()[2] * 6
    #expect(delays.sorted()[2] < bound, "\(delays), a plain program: \(plain)")
  }
}
