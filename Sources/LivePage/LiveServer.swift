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

  private let server: HTTPServer
  private let handler: PageHandler
  private let address: String
  /// What opens the socket.
  public let token: String

  /// A server that is not running yet.
  ///
  /// - Parameters:
  ///   - session: what the page shows.
  ///   - address: the IPv4 address to listen on.
  ///   - port: the port to listen on; 0 lets the system choose.
  ///   - token: what opens the socket; by default one nobody can guess.
  ///
  /// Throws ``Failure`` when `address` is none.
  public init(
    session: LiveSession, address: String = "127.0.0.1", port: UInt16 = 0,
    token: String = RequestGuard.makeToken()
  ) throws {
    guard RequestGuard.isAddress(address),
      let socket = try? sockaddr_in.inet(ip4: address, port: port)
    else {
      throw Failure(
        description: "\(address) is no IPv4 address: give one of this machine's, or 0.0.0.0 for all"
      )
    }
    handler = PageHandler(session: session)
    // Nothing here hangs: on a computer with much else to do a late answer is better than an error.
    server = HTTPServer(address: socket, timeout: 300, logger: .disabled, handler: handler)
    self.address = address
    self.token = token
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter ready: called with the page's address, which holds the token behind its `#`: a browser
  ///   keeps that part to itself and sends it to nobody.
  ///
  /// Throws ``Failure`` when the port is taken or the address is none of this machine's.
  public func run(ready: @escaping @Sendable (_ page: String) -> Void) async throws {
    let serving = Task { try await server.run() }
    try await withTaskCancellationHandler {
      try await open(serving, ready)
      do {
        try await serving.value
      } catch is CancellationError {
        return
      }
    } onCancel: {
      serving.cancel()
    }
  }

  private func open(
    _ serving: Task<Void, any Error>, _ ready: @Sendable (_ page: String) -> Void
  ) async throws {
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
  }
}
