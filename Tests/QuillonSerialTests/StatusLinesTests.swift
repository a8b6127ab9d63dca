import CQuillonSerialPort
import Foundation
import QuillonSerial
import SerialPortShim
import Testing

extension SerialLinkTests {
  @Suite struct StatusLinesTests {
    @Test func linesAreSeenThroughLibserialport() throws {
      let board = try PseudoTerminal()
      let port = try Backend.serialPort.open(board)
      defer { serial_port_shim_set_lines(Int32(TIOCM_DTR | TIOCM_RTS)) }
      let cases: [(Int32, StatusLines)] = [
        (TIOCM_CTS, .cts), (TIOCM_DSR, .dsr), (TIOCM_CTS | TIOCM_DSR, [.cts, .dsr]),
        (TIOCM_RTS | TIOCM_DTR, []),
      ]
      for (number, lines) in cases {
        serial_port_shim_set_lines(number)
        #expect(port.statusLines == lines)
      }
      port.close()
      #expect(port.statusLines == nil)
    }

    @Test func aPseudoTerminalHasNone() throws {
      let board = try PseudoTerminal()
      #expect(board.statusLines == nil)
      #expect(try Backend.terminal.open(board).statusLines == nil)
    }
  }

  @Suite struct LatencyTimerTests {
    @Test func itIsReadWhereTheSystemKeepsIt() throws {
      let folder = URL(fileURLWithPath: Link.unusedPath())
      defer { try? FileManager.default.removeItem(at: folder) }
      let device = folder.appendingPathComponent("ttyUSB7")
      try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
      try Data("16\n".utf8).write(to: device.appendingPathComponent("latency_timer"))
      #expect(LatencyTimer.milliseconds(of: "/dev/ttyUSB7", in: folder.path) == 16)
      #expect(LatencyTimer.milliseconds(of: "/dev/ttyACM0", in: folder.path) == nil)
      try Data("soon".utf8).write(to: device.appendingPathComponent("latency_timer"))
      #expect(LatencyTimer.milliseconds(of: "/dev/ttyUSB7", in: folder.path) == nil)
    }
  }
}
