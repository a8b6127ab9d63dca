import QuillonBridge
import QuillonSerial
import QuillonWire
import TestSupport

extension Bridge {
  /// Sends `messages` over a pseudo-terminal, numbered from 0, each at its time, and returns the
  /// bridge's events.
  func feed(_ messages: [(message: Message, time: UInt32)]) throws -> [BridgeEvent] {
    var encoder = PacketEncoder()
    var packet = PacketBytes()
    var line: [UInt8] = []
    for (message, time) in messages {
      encoder.encode(message, time: time, into: &packet)
      line += packet.withUnsafeBytes { Array($0) }
    }
    return try feed(line)
  }

  /// Sends bytes over a pseudo-terminal and returns the bridge's events.
  func feed(_ line: [UInt8]) throws -> [BridgeEvent] {
    let terminal = try PseudoTerminal()
    let port = try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    let sender = Worker {
      let outcome = terminal.write(line, timeout: .seconds(10))
      terminal.waitUntilRead(timeout: .seconds(5))
      terminal.close()
      return outcome
    }
    var events: [BridgeEvent] = []
    _ = run(port) { events.append($0) }
    _ = try sender.result()
    return events
  }
}
