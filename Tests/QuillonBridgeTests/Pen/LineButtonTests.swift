import Foundation
import QuillonBridge
import QuillonSerial
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct LineButtonTests {
  /// A port whose lines a test sets.
  private final class Port: ByteTransport {
    let path = "/dev/ttyUSB9"
    let lines: Mutex<StatusLines?>

    init(_ lines: StatusLines?) { self.lines = Mutex(lines) }

    var statusLines: StatusLines? { lines.withLock { $0 } }

    func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
      .timedOut
    }
    func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome { .written }
    func close() {}
  }

  private func wait(until isTrue: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
      if isTrue() { return true }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return false
  }

  @Test(
    arguments: [
      ([], [.cts]), ([], [.dsr]), ([.cts], []), ([.cts, .dsr], [.cts]),
    ] as [(StatusLines, StatusLines)])
  func itIsPressedWhileTheLinesAreNotAsTheyWere(atRest: StatusLines, pressed: StatusLines) throws {
    let port = Port(atRest)
    let button = try #require(LineButton(of: port))
    for _ in 0..<2 {
      port.lines.withLock { $0 = pressed }
      #expect(wait { button.isPressed })
      port.lines.withLock { $0 = atRest }
      #expect(wait { !button.isPressed })
    }
  }

  @Test func aPortThatGoesLetsGo() throws {
    let port = Port([])
    let button = try #require(LineButton(of: port))
    port.lines.withLock { $0 = .cts }
    #expect(wait { button.isPressed })
    port.lines.withLock { $0 = nil }
    #expect(wait { !button.isPressed })
  }

  @Test func aPortWithoutLinesHasNoButton() throws {
    #expect(LineButton(of: Port(nil)) == nil)
    let terminal = try PseudoTerminal()
    #expect(LineButton(of: terminal) == nil)
  }
}
