import Foundation
import Glibc

/// A connection to the server that sends whatever a test likes, so also what no browser would.
///
/// Reading blocks, 10 s at most: use it on a thread of its own.
final class RawClient {
  /// The server did not answer as it should.
  struct Failure: Error { var reason: String }

  private let socket: Int32
  private var buffer: [UInt8] = []

  /// Connects to a port of this machine.
  ///
  /// - Parameters:
  ///   - at: which of the machine's addresses.
  ///   - receiveBuffer: how many bytes the system keeps for a client that does not read.
  init(port: UInt16, at host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // The server shares its few threads with every other test, and emulators hold them for minutes.
    var timeout = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(reason: "no connection to \(host):\(port)") }
  }

  deinit { close(socket) }

  /// True when the server has ended the connection; waits for that, so long at most.
  func isEnded(within time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    var byte: UInt8 = 0
    while .now < deadline {
      let count = recv(socket, &byte, 1, Int32(MSG_DONTWAIT))
      if count == 0 || count < 0 && errno != EAGAIN { return true }
      usleep(2_000)
    }
    return false
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// A text message as a browser sends it, masked.
  func sendMessage(_ text: String, opcode: UInt8 = 1, isFinal: Bool = true) {
    let payload = Array(text.utf8)
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    send(frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// The status and the whole of an answer whose body has a known length.
  func answer() throws -> (status: Int, text: String) {
    let head = String(decoding: try readHead(), as: UTF8.self)
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let length =
      head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    return (status, head + String(decoding: try take(length), as: UTF8.self))
  }

  /// The next message of the server: its opcode and its text; nil when the server ended the connection.
  func message() throws -> (opcode: UInt8, text: String)? {
    var (opcode, payload) = (UInt8(0), [UInt8]())
    while true {
      guard let head = try? take(2) else { return nil }
      var length = Int(head[1] & 0x7F)
      if length == 126 { length = try take(2).reduce(0) { $0 << 8 | Int($1) } }
      if length == 127 { length = try take(8).reduce(0) { $0 << 8 | Int($1) } }
      if head[0] & 0x0F != 0 { opcode = head[0] & 0x0F }
      payload += try take(length)
      guard head[0] & 0x80 != 0 else { continue }
      let text = String(decoding: payload, as: UTF8.self)
      guard opcode == 9 else { return (opcode, text) }
      // As every browser does by itself.
      sendMessage(text, opcode: 10)
      payload = []
    }
  }

  /// Reads until a message holds `text`; that message.
  func message(with text: String, within count: Int = 500) throws -> String {
    for _ in 0..<count {
      guard let message = try message() else { break }
      if message.text.contains(text) { return message.text }
    }
    throw Failure(reason: "no message holds \(text)")
  }

  private func readHead() throws -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = buffer.firstRange(of: end) { return try take(range.upperBound) }
      try fill()
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func fill() throws {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw Failure(reason: "the server sent no more") }
    buffer += bytes.prefix(count)
  }
}
