import Foundation
import QuillonSerial

/// A UDP port of another program. Sending never waits. Datagrams that the system does not accept at once are dropped and counted.
/// Nobody needs to listen.
final class DatagramPort {
  /// The number of datagrams that the system did not accept.
  private(set) var dropped = 0
  private let descriptor: Int32

  /// Finds the port.
  ///
  /// - Parameters:
  ///   - host: A name or an address, IPv4 or IPv6.
  ///   - port: 1 to 65535.
  /// - Throws: `LinkError` if the host is unknown or the socket cannot be made.
  init(host: String, port: UInt16) throws(LinkError) {
    var hints = addrinfo()
    hints.ai_socktype = DatagramSocket.kind
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
      throw .argument(operation: "find the host \(host)")
    }
    defer { freeaddrinfo(found) }
    descriptor = DatagramSocket.open(address.ai_family, protocol: address.ai_protocol)
    guard descriptor >= 0 else {
      throw .failure(operation: "make a socket to \(host)", errno: errno)
    }
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      let code = errno
      _ = Foundation.close(descriptor)
      throw .failure(operation: "send to \(host)", errno: code)
    }
  }

  deinit { _ = Foundation.close(descriptor) }

  /// Sends a datagram with these bytes.
  func send(_ bytes: [UInt8]) {
    if Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT)) < 0,
      // This error belongs to the datagram before: nobody listened. The current one is not lost.
      errno != ECONNREFUSED
    {
      dropped += 1
    }
  }
}
