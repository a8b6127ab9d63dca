import Foundation

/// Sockets for datagrams.
enum DatagramSocket {
  /// The kind of socket, for the system's calls.
  static var kind: Int32 {
    #if os(Linux)
      Int32(SOCK_DGRAM.rawValue)
    #else
      SOCK_DGRAM
    #endif
  }

  /// Opens a socket that programs which this one starts do not get. Negative with `errno` set if the
  /// system refuses it.
  ///
  /// - Parameters:
  ///   - family: The family of addresses, such as `AF_UNIX`.
  ///   - number: The protocol; 0 for the usual one.
  static func open(_ family: Int32, protocol number: Int32 = 0) -> Int32 {
    #if os(Linux)
      return socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), number)
    #else
      let descriptor = socket(family, kind, number)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return descriptor
    #endif
  }
}
