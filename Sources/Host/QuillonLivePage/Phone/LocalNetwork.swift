#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The network that this computer is on.
enum LocalNetwork {
  /// The first IPv4 address of this computer that others reach; nil if there is none.
  static var address: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = Int32(truncatingIfNeeded: interface.ifa_flags)
      guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        flags & Int32(truncatingIfNeeded: IFF_UP) != 0,
        flags & Int32(truncatingIfNeeded: IFF_LOOPBACK) == 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard
        getnameinfo(
          address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
    return nil
  }

  /// The kind of socket for connections, for the system's calls.
  private static var streamKind: Int32 {
    #if os(Linux)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// A port at `host` that no program uses: `preferred` if it is free, else another one. Nil if the
  /// address is not of this computer.
  static func freePort(at host: String, preferred: UInt16) -> UInt16? {
    for port in [preferred, 0] {
      let file = socket(AF_INET, streamKind, 0)
      defer { _ = close(file) }
      var reuse: Int32 = 1
      setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
      var address = socketAddress(host, port)
      let isBound = withBytes(of: &address) { bind(file, $0, $1) == 0 && listen(file, 1) == 0 }
      guard isBound else { continue }
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
      }
      return UInt16(bigEndian: address.sin_port)
    }
    return nil
  }

  /// True if a program accepts connections at the address.
  static func answers(at target: (host: String, port: UInt16)) -> Bool {
    let file = socket(AF_INET, streamKind, 0)
    defer { _ = close(file) }
    var address = socketAddress(target.host, target.port)
    return withBytes(of: &address) { connect(file, $0, $1) == 0 }
  }

  private static func socketAddress(_ host: String, _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }

  private static func withBytes<R>(
    of address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
