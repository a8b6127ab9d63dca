import Foundation
import QuillonSerial
import TestSupport
import Testing

/// Everything here opens terminals and measures times, so one test runs after the other.
@Suite(.serialized, .waiting) struct SerialLinkTests {}

/// The two ways to a port, which must behave alike.
enum Backend: String, CaseIterable, Sendable {
  case terminal, serialPort

  /// Opens the program's end of `board`.
  func open(
    _ board: PseudoTerminal, dtr: DataTerminalReady = .automatic
  ) throws -> any ByteTransport {
    switch self {
    case .terminal:
      return try TerminalTransport(path: board.path)
    case .serialPort:
      let link = try Link(to: board.path)
      defer { link.remove() }
      return try SerialPortTransport(path: link.libserialportName, baud: 115_200, dtr: dtr)
    }
  }

  /// Opens the program's end of `board`, which has been closed just now. A program that another test starts at that
  /// moment holds a copy of every open port until it has begun.
  func reopen(_ board: PseudoTerminal) throws -> any ByteTransport {
    for _ in 0..<200 {
      do {
        return try open(board)
      } catch LinkError.busy {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    return try open(board)
  }
}

/// A symbolic link in the temporary folder.
struct Link {
  let path: String

  /// libserialport looks for `/sys/class/tty/NAME` when it opens `/dev/NAME`. With this name both
  /// are the link, which is enough for it to treat a pseudo-terminal as a port.
  var libserialportName: String { "/dev/../../.." + path }

  init(to target: String, at path: String = Link.unusedPath()) throws {
    self.path = path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  static func unusedPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }
}
