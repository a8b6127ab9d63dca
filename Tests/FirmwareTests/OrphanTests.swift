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

  /// How long a process takes to end that does nothing else.
  private func delayOfOther() throws -> Double {
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/bin/sleep")
    other.arguments = ["60"]
    try other.run()
    return processorTime {
      kill(other.processIdentifier, SIGKILL)
      while other.isRunning {}
    }
  }

  /// It takes 100 ms at most, by what a busy thread computes meanwhile: where other work lengthens the one, it shortens the other. On a
  /// busy computer each of the three steps waits as long as another process that ends: the tool wakes, its emulator ends, the tool ends.
  @Test(arguments: [false, true])
  func anEmulatedBoardWithoutAReaderEndsWhenTold(_ politely: Bool) throws {
    try Project.firmware()
    var delays: [Double] = []
    for _ in 0..<5 {
      let tool = try Tool("simulate", "--board", "stm32f405")
      try tool.errorOutput(with: "waiting for a program")
      let emulator = try emulator(of: tool)
      let busy = try 3 * delayOfOther()
      delays.append(
        processorTime {
          if politely { tool.terminate() } else { tool.interrupt() }
          while tool.isRunning {}
        } - busy)
      #expect(try tool.result().code == 0)
      #expect(!isEmulator(emulator))
    }
    #expect(delays.sorted()[2] < 0.1, "\(delays) s")
  }
}
