import FlyingSocks
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The sockets of the page's server, limited in number and in time.
///
/// The library accepts all connections and waits for each without limit, until the system has no
/// files left. All its waits pass through this type. When a new connection exceeds the limit, the
/// oldest one that is not a socket of a page is closed. So a person who opens the page is served.
package final class ServerSockets: AsyncSocketPool {
  /// The greatest number of connections: eight pages, each with its socket and what browsers open
  /// beside it.
  static let maximum = 64

  /// True in the task that reads the messages of a page. A socket may be silent for any time,
  /// because ``LiveSession`` pings it.
  @TaskLocal package static var isReadingMessages = false

  private struct Connection {
    /// Distinguishes a socket from a later one with the same number.
    var identity: ino_t
    var since: ContinuousClock.Instant
    var isSocketOfPage = false
  }

  private let pool: any AsyncSocketPool
  private let timeout: Duration
  private let connections = Mutex<[Int32: Connection]>([:])

  /// Creates a pool that waits in `pool`.
  ///
  /// - Parameter timeout: How long a connection may take for all its requests together, and how
  ///   long it may refuse to take bytes.
  package init(_ pool: any AsyncSocketPool, timeout: Duration) {
    self.pool = pool
    self.timeout = timeout
  }

  package func prepare() async throws { try await pool.prepare() }

  package func run() async throws { try await pool.run() }

  package func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard let deadline = deadline(of: socket.file.rawValue, for: events) else {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup(of: Void.self) { [pool] group in
      group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(until: deadline, clock: .continuous)
        throw SocketError.disconnected
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// The deadline of a wait. Nil for none.
  private func deadline(
    of file: Int32, for events: Socket.Events
  ) -> ContinuousClock.Instant? {
    if Self.isListening(file) { return nil }
    if events.contains(.write) { return .now + timeout }
    let since = connections.withLock { connections in
      let identity = Self.identity(of: file)
      if connections[file]?.identity != identity {
        connections = connections.filter { Self.identity(of: $0) == $1.identity }
        if connections.count >= Self.maximum { Self.endOldest(of: &connections) }
        connections[file] = identity.map { Connection(identity: $0, since: .now) }
      }
      if Self.isReadingMessages { connections[file]?.isSocketOfPage = true }
      return connections[file]?.since ?? .now
    }
    return Self.isReadingMessages ? nil : since + timeout
  }

  /// Shuts down the oldest connection that is not a socket of a page. Its reader then sees the end
  /// of the stream and closes it.
  private static func endOldest(of connections: inout [Int32: Connection]) {
    let others = connections.filter { !$1.isSocketOfPage }
    if let (file, _) = others.min(by: { $0.value.since < $1.value.since }) {
      _ = shutdown(file, Int32(SHUT_RDWR))
      connections[file] = nil
    }
  }

  private static func isListening(_ file: Int32) -> Bool {
    var (value, size): (Int32, socklen_t) = (0, 4)
    return getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
  }

  /// A number that no two open sockets share. Nil for a closed file.
  private static func identity(of file: Int32) -> ino_t? {
    var status = stat()
    return fstat(file, &status) == 0 ? status.st_ino : nil
  }
}
