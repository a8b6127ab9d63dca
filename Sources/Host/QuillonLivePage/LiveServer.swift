import FlyingFox
import FlyingSocks
import Foundation

/// The web server of the page.
public final class LiveServer: Sendable {
  /// The page cannot be served.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String
  }

  /// How soon it serves again where it could not go on.
  private static let pause = Duration.milliseconds(200)

  private let handler: PageHandler
  private let address: String
  private let wantedPort: UInt16
  private let patience: Duration
  /// What opens the socket.
  public let token: String

  /// A server that is not running yet.
  ///
  /// - Parameters:
  ///   - session: what the page shows.
  ///   - address: the IPv4 address to listen on.
  ///   - port: the port to listen on; 0 lets the system choose.
  ///   - token: what opens the socket; by default one nobody can guess.
  ///   - patience: how long a connection that is no socket may last, and how long any may refuse to take bytes.
  ///
  /// Throws ``Failure`` when `address` is none.
  public init(
    session: LiveSession, address: String = "127.0.0.1", port: UInt16 = 0,
    token: String = RequestGuard.makeToken(), patience: Duration = .seconds(10)
  ) throws {
    guard RequestGuard.isAddress(address) else {
      throw Failure(
        description: "\(address) is no IPv4 address: give one of this machine's, or 0.0.0.0 for all"
      )
    }
    handler = PageHandler(session: session)
    self.address = address
    wantedPort = port
    self.token = token
    self.patience = patience
  }

  /// Serves until the task is cancelled. Where the system has no file left for a connection, all are ended, and pages
  /// connect anew.
  ///
  /// - Parameter ready: called with the page's address, which holds the token behind its `#`: a browser
  ///   keeps that part to itself and sends it to nobody.
  ///
  /// Throws ``Failure`` when the port is taken or the address is none of this machine's.
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
    // Nothing here hangs: on a computer with much else to do a late answer is better than an error.
    HTTPServer(
      address: try sockaddr_in.inet(ip4: address, port: port), timeout: 300,
      pool: ServerSockets(HTTPServer.defaultPool(), patience: patience), logger: .disabled,
      handler: handler)
  }

  /// Waits until the page can be asked for, and tells so; the port that it has.
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
        description: "\(address) does not let the page be served: choose another --listen or --http"
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
