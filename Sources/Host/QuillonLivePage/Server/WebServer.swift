import Foundation
import Synchronization

/// What answers the requests of a server.
package protocol WebHandler: Sendable {
  /// The answer to a request. It is called on the thread of the connection, which may wait.
  func answer(_ request: WebRequest) -> WebAnswer
}

/// An answer: a response, or a socket.
package enum WebAnswer {
  case response(WebResponse)
  /// Opens a socket. The body is called with the outbox before the browser gets the answer, and returns nil to refuse.
  case socket((Outbox) -> (any WebSocketReader)?)
}

/// What reads the messages of a socket, on the thread of the connection.
package protocol WebSocketReader: AnyObject {
  /// The greatest length of a frame, bytes. A longer one ends the connection before it is read.
  var maximumLength: Int { get }
  /// Handles a frame. False ends the connection.
  func take(_ frame: WebSocketFrame) -> Bool
  /// The connection is over.
  func end()
}

/// A web server for the few pages of one person, with limits that hold before anybody is known.
///
/// Each connection has a thread of its own, which reads at most 8 KB of a request and, of a frame, what the reader accepts. A connection
/// has `timeout` for all its requests together; a socket may be silent. When there are too many connections, the oldest one that is not a
/// socket is closed. None of the threads is one of Swift's, so nothing that browsers do delays the program's end.
package final class WebServer: Sendable {
  /// The greatest number of connections: eight pages, each with its socket and what browsers open beside it.
  private static let maximum = 64
  /// The greatest length of the head of a request, bytes.
  static let longestHead = 8_192

  private let listener: Int32
  private let handler: any WebHandler
  private let timeout: Duration
  private let connections = Mutex<[ObjectIdentifier: WebConnection]>([:])
  private let isOver = Atomic<Bool>(false)
  /// The port that it listens on.
  package let port: UInt16

  /// Listens, and answers from now on.
  ///
  /// - Parameters:
  ///   - address: The IPv4 address to listen on.
  ///   - port: The port; 0 lets the system choose.
  ///   - timeout: How long a connection that is no socket may last, and how long any may accept no bytes.
  ///   - handler: Answers the requests.
  /// - Returns: Nil if the address or the port can't be listened on.
  package init?(address: String, port: UInt16, timeout: Duration, handler: any WebHandler) {
    let number = socket(AF_INET, Self.stream, 0)
    guard number >= 0 else { return nil }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    var yes: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening =
      inet_pton(AF_INET, address, &name.sin_addr) == 1
      && withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, size) == 0 && listen(number, 128) == 0
            && getsockname(number, $0, &size) == 0
        }
      }
    guard isListening else {
      close(number)
      return nil
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    (listener, self.handler, self.timeout) = (number, handler, timeout)
    self.port = UInt16(bigEndian: name.sin_port)
    Thread { [self] in accept() }.start()
  }

  /// Ends all connections and listens no more.
  package func end() {
    isOver.store(true, ordering: .relaxed)
    connections.withLock { for connection in $0.values { connection.shutDown() } }
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private func accept() {
    defer { close(listener) }
    while !isOver.load(ordering: .relaxed) {
      var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 50) > 0 else { continue }
      let number = Foundation.accept(listener, nil, nil)
      guard number >= 0 else {
        // The system has no file left: a person who opens the page is served before those who wait.
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM {
          endOldest()
          Thread.sleep(forTimeInterval: 0.05)
        }
        continue
      }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      if connections.withLock({ $0.count }) >= Self.maximum { endOldest() }
      let connection = WebConnection(number, timeout: timeout)
      connections.withLock { $0[ObjectIdentifier(connection)] = connection }
      let thread = Thread { [self] in
        connection.serve(handler)
        // Removed from the list before the number is free for the next connection.
        _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
        connection.close()
      }
      thread.stackSize = 1 << 19
      thread.start()
    }
    connections.withLock { for connection in $0.values { connection.shutDown() } }
  }

  private func endOldest() {
    connections.withLock { connections in
      let others = connections.values.filter { !$0.isSocket && !$0.isShutDown }
      others.min { $0.start < $1.start }?.shutDown()
    }
  }
}
