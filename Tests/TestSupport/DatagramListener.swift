import Foundation
import Testing

/// A socket of this computer that datagrams are sent to.
public final class DatagramListener {
  /// Its UDP port.
  public let port: UInt16
  private let descriptor: Int32

  /// Opens a socket on a free port.
  public init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (number, size) = (descriptor, length)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, size) == 0 && getsockname(number, $0, &length) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
    var timeout = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The bytes of the next datagram; none after 5 s.
  public func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 2_000)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// The lines of the next datagram.
  public func lines() -> [String] {
    String(decoding: receive(), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
