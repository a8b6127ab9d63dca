import Foundation
import QuillonEmulator
import TestSupport
import Testing

/// The live page with an emulated board; what it shows is asked by `make test-page`.
@Suite(.waiting) struct ViewBoardTests {
  @Test func itBootsTheBoardAndEndsItsEmulator() throws {
    try Project.firmware()
    let tool = try Tool("view", "--board", "nrf51822", "--text", "L")
    _ = try tool.line(with: "http://127.0.0.1:")
    // The board is plugged in after three seconds.
    Thread.sleep(forTimeInterval: 5)
    tool.interrupt()
    let result = try tool.result()
    #expect(result.code == 0, "\(result.errorOutput)")
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    for more in [["--port", "/dev/ttyACM0"], ["--calibration", "x.json"]] {
      let result = try Tool.run(["view", "--board", "nrf51822"] + more)
      #expect(result.code == 2, "\(more)")
    }
    let unknown = try Tool.run("view", "--board", "arduino")
    #expect(unknown.code == 2)
    #expect(Machine.allCases.allSatisfy { unknown.errorOutput.contains($0.rawValue) })
  }
}
