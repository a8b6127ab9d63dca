import Foundation
import QuillonBoardFormats
import QuillonSerial

extension PortOptions {
  /// How long a board takes to obey a command.
  private static let obedience = Duration.milliseconds(100)
  private static let patience = Duration.seconds(1)

  /// The connection after the board was told what to send. What it sent before is left out: it may be of
  /// another rate. Nil when the user does not want to wait any longer.
  func configured(
    _ connection: BoardConnection, _ isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    var connection = connection
    let rate = wantedRate.flatMap { connection.format.settableRate(for: $0) }
    if let wantedRate, rate == nil {
      Console.note(
        "a board that sends \(connection.format.name) can't be told a rate: \(wantedRate) Hz come by thinning at most"
      )
    }
    guard
      let configuration = rate.map({ connection.format.configuration(at: $0) })
        ?? connection.format.configuration
    else {
      Console.note(
        "a board that sends \(connection.format.name) takes no commands: it stays as it is")
      return connection
    }
    Console.note("configuring the board: \(configuration.effect)")
    let path = connection.transport.path
    for step in configuration.steps {
      switch step {
      case .send(let bytes):
        guard connection.transport.write(bytes, timeout: Self.patience) == .written else {
          throw ToolError(
            "\(path) took no commands: plug the board in again, or leave --configure out",
            code: .world)
        }
        guard pause(for: Self.obedience, isCancelled: isCancelled) else { return nil }
      case .speed(let baud):
        connection.transport.close()
        connection.transport = try openTransport(path: path, baud: baud, dtr: dtr)
      }
    }
    discardInput(of: connection.transport)
    connection.earlier = []
    if let format = BoardFormat.named(configuration.format) { connection.format = format }
    return connection
  }

  /// Throws away what has arrived by now.
  private func discardInput(of transport: any ByteTransport) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 {
      let outcome = buffer.withUnsafeMutableBytes { transport.read(into: $0, timeout: .zero) }
      guard case .bytes = outcome else { return }
    }
  }

  /// Tells what to do about an adapter that keeps bytes back.
  func advise(_ latency: Int, of port: String) {
    let name = URL(fileURLWithPath: port).resolvingSymlinksInPath().lastPathComponent
    Console.note(
      """
      the adapter at \(name) keeps bytes back for \(latency) ms, and letters come that much later. For 1 ms:
        echo 1 | sudo tee /sys/bus/usb-serial/devices/\(name)/latency_timer
      or, for good, in /etc/udev/rules.d/99-ftdi.rules:
        ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"
      """)
  }
}
