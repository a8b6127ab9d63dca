import Foundation

/// A debugger at an emulated board, by the remote protocol of GDB ("Debugging with GDB", appendix E): it stops the core at
/// the beginning of functions, and resets the board there as if its power had failed.
final class Debugger {
  private let socket: Int32
  private var received: [UInt8] = []

  /// Joins the emulator that waits at the Unix socket of that path; the board stands still from now on.
  init(path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let isJoined = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    // A board that never comes to the place must not keep the test waiting.
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    guard isJoined, try ask("?").hasPrefix("T") else { throw ToolFailure(code: errno, said: path) }
  }

  deinit { close(socket) }

  /// Lets the core run, and does not wait.
  func run() throws { try send("c") }

  /// Waits until the running core has stopped.
  func waitForStop() throws { _ = try receive() }

  /// Stops the core that runs.
  func stop() throws {
    _ = write(socket, [3 as UInt8], 1)
    _ = try receive()
  }

  /// The core will stop before the instruction at `address`.
  func watch(_ address: UInt64) throws { try expectOK("Z0,\(String(address, radix: 16)),2") }

  /// It will no longer.
  func forget(_ address: UInt64) throws { try expectOK("z0,\(String(address, radix: 16)),2") }

  /// Lets the core, which stands before an instruction that is watched, do that one alone.
  func step(over address: UInt64) throws {
    try forget(address)
    _ = try ask("s")
    try watch(address)
  }

  /// Resets the board, which stands still: what it has in flash stays.
  func reset() throws {
    let command = "system_reset".utf8.map { String($0, radix: 16) }.joined()
    try expectOK("qRcmd," + command)
  }

  private func expectOK(_ command: String) throws {
    var answer = try ask(command)
    // That the core has stopped may have been reported twice; and the monitor's output comes before its OK.
    while answer != "OK", answer.hasPrefix("T") || answer.hasPrefix("O") { answer = try receive() }
    guard answer == "OK" else { throw ToolFailure(code: 0, said: "\(command): \(answer)") }
  }

  private func ask(_ command: String) throws -> String {
    try send(command)
    return try receive()
  }

  private func send(_ command: String) throws {
    let sum = command.utf8.reduce(0 as UInt8, &+)
    let digits = String(sum, radix: 16)
    let packet = "$\(command)#" + (digits.count < 2 ? "0" + digits : digits)
    guard write(socket, packet, packet.utf8.count) == packet.utf8.count else {
      throw ToolFailure(code: errno, said: command)
    }
  }

  /// The next packet, acknowledged.
  private func receive() throws -> String {
    while true {
      if let start = received.firstIndex(of: UInt8(ascii: "$")),
        let end = received[start...].firstIndex(of: UInt8(ascii: "#")), end + 2 < received.count
      {
        let text = String(decoding: received[(start + 1)..<end], as: UTF8.self)
        received.removeSubrange(...(end + 2))
        _ = write(socket, "+", 1)
        return text
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(socket, &buffer, buffer.count)
      guard count > 0 else { throw ToolFailure(code: errno, said: "the emulator says nothing") }
      received += buffer[..<count]
    }
  }
}
