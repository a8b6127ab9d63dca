import CQuillonSerialPort
import Foundation
import QuillonSerial
import SerialPortShim
import Testing

extension SerialLinkTests {
  @Suite struct OpeningTests {
    @Test(arguments: Backend.allCases, Backend.allCases)
    func aSecondOpeningIsRefusedAsBusy(_ first: Backend, _ second: Backend) throws {
      let board = try PseudoTerminal()
      let port = try first.open(board)
      #expect { try second.open(board) } throws: { error in
        guard case .busy = error as? LinkError else { return false }
        return true
      }
      port.close()
      #expect(throws: Never.self) { try second.open(board) }
    }

    @Test func aPortThatAnotherProgramMadeExclusiveIsBusy() throws {
      let board = try PseudoTerminal()
      let other = open(board.path, O_RDWR | O_NOCTTY)
      defer { close(other) }
      #expect(ioctl(other, UInt(TIOCEXCL)) == 0)
      #expect(throws: LinkError.busy(path: board.path)) {
        try TerminalTransport(path: board.path)
      }
    }

    @Test func theFactoryFollowsALinkToAPseudoTerminal() throws {
      let board = try PseudoTerminal()
      let link = try Link(to: board.path)
      defer { link.remove() }
      let port = try openTransport(path: link.path, baud: 115_200, dtr: .automatic)
      #expect(port is TerminalTransport)
      #expect(port.path == board.path)
    }

    @Test func aMissingPathIsNoSuchPort() {
      let path = Link.unusedPath()
      let error = LinkError.noSuchPort(path: path)
      #expect(throws: error) { try openTransport(path: path, baud: 9600, dtr: .on) }
      #expect(throws: error) { try TerminalTransport(path: path) }
      #expect(throws: error) { try SerialPortTransport(path: path, baud: 9600, dtr: .on) }
    }

    @Test func whatIsNoSerialPortIsAnArgumentError() throws {
      let board = try PseudoTerminal()
      for path in ["/dev/null", board.path] {
        #expect(throws: LinkError.argument(operation: "open \(path)")) {
          try SerialPortTransport(path: path, baud: 9600, dtr: .on)
        }
      }
    }

    @Test(arguments: [0, -1, 1 << 40]) func aSpeedThatIsNoneIsAnArgumentError(_ baud: Int) {
      #expect(throws: LinkError.argument(operation: "set \(baud) baud on /dev/ttyUSB0")) {
        try SerialPortTransport(path: "/dev/ttyUSB0", baud: baud, dtr: .on)
      }
    }

    @Test(arguments: DataTerminalReady.allCases)
    func modemLinesAreSetAsAsked(_ dtr: DataTerminalReady) throws {
      let both = Int32(TIOCM_DTR | TIOCM_RTS)
      for before in [0, both] {
        let board = try PseudoTerminal()
        serial_port_shim_set_lines(before)
        let port = try Backend.serialPort.open(board, dtr: dtr)
        let expected: Int32 =
          switch dtr {
          case .on: both
          case .off: 0
          case .automatic: before
          }
        #expect(serial_port_shim_lines() == expected)
        port.close()
      }
    }

    @Test func listedPortsAreNamedAndSorted() throws {
      let ports = try SerialPorts.list()
      #expect(ports.allSatisfy { $0.name.hasPrefix("/dev/") })
      #expect(ports.map(\.name) == ports.map(\.name).sorted())
    }
  }
}
