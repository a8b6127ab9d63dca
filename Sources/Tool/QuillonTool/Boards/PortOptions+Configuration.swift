import Foundation
import QuillonBridge
import QuillonSerial

extension PortOptions {
  /// How long a board needs to execute a command.
  private static let obedience = Duration.milliseconds(100)
  private static let timeout = Duration.seconds(1)

  /// Configures the board and returns the connection after it. Bytes from before are discarded,
  /// because their rate may differ. Nil if the user ends the program.
  func configured(
    _ connection: BoardConnection, _ isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    var connection = connection
    let rate = wantedRate.flatMap { connection.format.settableRate(for: $0) }
    if let wantedRate, rate == nil {
      Console.note(
        "the rate of a board that sends \(connection.format.name) can't be set: \(wantedRate) Hz come by thinning at most"
      )
    }
    guard
      let configuration = rate.map({ connection.format.configuration(at: $0) })
        ?? connection.format.configuration
    else {
      Console.note(
        "a board that sends \(connection.format.name) accepts no commands: its settings stay unchanged"
      )
      return connection
    }
    Console.note("configuring the board: \(configuration.effect)")
    let path = connection.transport.path
    for step in configuration.steps {
      switch step {
      case .send(let bytes):
        guard connection.transport.write(bytes, timeout: Self.timeout) == .written else {
          throw ToolError(
            "\(path) accepted no commands: plug the board in again, or leave --configure out",
            code: .world)
        }
        guard pause(for: Self.obedience, isCancelled: isCancelled) else { return nil }
      case .speed(let baud):
        connection.transport.close()
        connection.transport = try openTransport(path: path, baud: baud, dtr: dtr)
      case .poll(let request, let answer, let rate):
        connection.transport = PollingTransport(
          connection.transport, request: request, answer: answer, rate: rate)
      }
    }
    discardInput(of: connection.transport)
    connection.earlier = []
    if let format = configuration.format { connection.format = .of(format) }
    return connection
  }

  /// Discards the bytes that have arrived so far.
  private func discardInput(of transport: any ByteTransport) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 {
      let outcome = buffer.withUnsafeMutableBytes { transport.read(into: $0, timeout: .zero) }
      guard case .bytes = outcome else { return }
    }
  }

  /// Prints how to change an adapter that holds bytes back.
  func advise(_ latency: Int, of port: String) {
    let name = URL(fileURLWithPath: port).resolvingSymlinksInPath().lastPathComponent
    Console.note(
      """
      the adapter at \(name) holds bytes back for \(latency) ms, so letters come later by this time. To set 1 ms:
        echo 1 | sudo tee /sys/bus/usb-serial/devices/\(name)/latency_timer
      or, permanently, in /etc/udev/rules.d/99-ftdi.rules:
        ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"
      """)
  }
}
