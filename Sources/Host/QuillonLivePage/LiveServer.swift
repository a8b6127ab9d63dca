import FlyingFox
import FlyingSocks
import Foundation

/// The web server of the page.
public final class LiveServer: Sendable {
  /// The page cannot be served.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong, and the next step.
    public let description: String
  }

  /// The pause before the server starts again after a failure.
  private static let pause = Duration.milliseconds(200)

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
  ///     may refuse to take bytes.
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

  /// Serves until the task is canceled. If the system has no file left for a new connection, all
  /// connections are closed. Pages then connect again.
  ///
  /// - Parameter ready: Called with the address of the page. The token follows the `#` in it. A
  ///   browser sends that part to no server.
  /// - Throws: ``Failure`` if the port is in use or the address does not belong to this machine.
  public func run(ready: @escaping @Sendable (_ page: String) -> Void) async throws {
    var port: UInt16?
    while !Task.isCancelled {
      let server = try server(on: port ?? wantedPort)
      let serving = Task { try await server.run() }
      do {
        try await withTaskCancellationHandler {
          if port == nil { port = try await open(server, serving, ready) }
          try await serving.value
        } onCancel: {
          serving.cancel()
        }
      } catch let failure as Failure {
        throw failure
      } catch {
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  private func server(on port: UInt16) throws -> HTTPServer {
    // No request takes long here. On a busy computer a late answer is better than an error.
    HTTPServer(
      address: try sockaddr_in.inet(ip4: address, port: port), timeout: 300,
      pool: ServerSockets(HTTPServer.defaultPool(), timeout: timeout), logger: .disabled,
      handler: handler)
  }

  /// Waits until the server listens, and reports the address of the page. Returns the port.
  private func open(
    _ server: HTTPServer, _ serving: Task<Void, any Error>,
    _ ready: @Sendable (_ page: String) -> Void
  ) async throws -> UInt16 {
    let waiting = Task { try await server.waitUntilListening(timeout: 60) }
    let failing = Task {
      _ = try? await serving.value
      waiting.cancel()
    }
    defer { failing.cancel() }
    do {
      try await waiting.value
    } catch {
      throw Failure(
        description: "the page cannot be served at \(address): choose another --listen or --http"
      )
    }
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw Failure(description: "the server has no address: start it again")
    }
    handler.open(RequestGuard(address: address, port: port, token: token))
    ready("http://\(address == "0.0.0.0" ? "127.0.0.1" : address):\(port)/#\(token)")
    return port
  }
}
