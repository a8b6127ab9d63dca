import Foundation

/// The web server of the page.
public final class LiveServer: Sendable {
  /// The page cannot be served.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong, and the next step.
    public let description: String
  }

  private let handler: PageHandler
  private let address: String
  private let wantedPort: UInt16
  private let timeout: Duration
  /// The secret that a browser must send to open the socket.
  public let token: String

  /// Creates a server that is not running yet.
  ///
  /// - Parameters:
  ///   - session: The session that the page shows.
  ///   - address: The IPv4 address to listen on.
  ///   - port: The port to listen on; 0 lets the system choose.
  ///   - token: The secret that opens the socket. The default is random.
  ///   - timeout: How long a connection that is not a socket may last, and how long any connection
  ///     may refuse to accept bytes.
  /// - Throws: ``Failure`` if `address` is not an IPv4 address.
  public init(
    session: LiveSession, address: String = "127.0.0.1", port: UInt16 = 0,
    token: String = RequestGuard.makeToken(), timeout: Duration = .seconds(10)
  ) throws {
    guard RequestGuard.isAddress(address) else {
      throw Failure(
        description:
          "\(address) is not an IPv4 address: give one of this machine, or 0.0.0.0 for all"
      )
    }
    handler = PageHandler(session: session)
    self.address = address
    wantedPort = port
    self.token = token
    self.timeout = timeout
  }

  /// Serves until the task is canceled. If the system has no file left for a new connection, the oldest one that is not a socket of
  /// a page is closed.
  ///
  /// - Parameter ready: Called with the address of the page. The token follows the `#` in it. A
  ///   browser sends that part to no server.
  /// - Throws: ``Failure`` if the port is in use or the address does not belong to this machine.
  public func run(ready: @escaping @Sendable (_ page: String) -> Void) async throws {
    guard
      let server = WebServer(address: address, port: wantedPort, timeout: timeout, handler: handler)
    else {
      throw Failure(
        description: "the page cannot be served at \(address): choose another --listen or --http")
    }
    defer { server.end() }
    handler.open(RequestGuard(address: address, port: server.port, token: token))
    ready("http://\(address == "0.0.0.0" ? "127.0.0.1" : address):\(server.port)/#\(token)")
    // Until the task is canceled.
    let (never, continuation) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      continuation.finish()
    }
  }
}
