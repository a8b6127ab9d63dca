import FlyingFox
import FlyingSocks
import Foundation
import QuillonLivePage
import Synchronization

/// Lets a telephone be the board: serves the page that sends its motion, encrypted, and gives it a
/// serial port.
public final class PhoneServer: Sendable {
  /// The port of the page on the network, if it is free. A browser that has accepted the
  /// certificate once does not ask again for the same address and port.
  private static let preferredPort: UInt16 = 8_443

  private let board: PhoneBoard
  private let tunnel: TLSTunnel
  private let serving: Task<Void, any Error>
  /// The address of the page. The secret that opens its socket follows the #.
  public let page: String

  /// The serial port on which the telephone is a board. It stays while telephones come and go.
  public var port: String { board.path }

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - address: The IPv4 address to serve at; nil for this computer's address on its network.
  ///   - certificate: The file of the certificate and its key. It is made if it is not there.
  /// - Throws: ``PhoneFailure`` if this computer is on no network, or if a program is missing.
  public init(address: String? = nil, certificate: URL) throws {
    guard let host = address ?? LocalNetwork.address else {
      throw PhoneFailure("this computer is on no network: connect it to the telephone's network")
    }
    guard let port = LocalNetwork.freePort(at: host, preferred: Self.preferredPort) else {
      throw PhoneFailure("\(host) is not an address of this computer: give one of its own")
    }
    let token = RequestGuard.makeToken()
    board = try PhoneBoard()
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 300,
      pool: ServerSockets(HTTPServer.defaultPool(), timeout: .seconds(10)), logger: .disabled,
      handler: PhoneHandler(
        board: board,
        door: RequestGuard(address: host, port: port, token: token, scheme: "https")))
    serving = Task.detached { try await server.run() }
    let local = try Self.wait { () async throws -> UInt16? in
      try await server.waitUntilListening(timeout: 60)
      guard case .ip4(_, let port)? = await server.listeningAddress else { return nil }
      return port
    }
    guard let local else { throw PhoneFailure("the page has no port: start the command again") }
    tunnel = try TLSTunnel(at: (host, port), to: local, certificate: certificate)
    page = "https://\(host):\(port)/#\(token)"
  }

  /// The page's address as a picture for the terminal, which the telephone's camera reads; nil if
  /// qrencode is not installed.
  public var code: String? { drawing(as: "UTF8").map { String(decoding: $0, as: UTF8.self) } }

  /// How a telephone gets to the page, for a page on this computer.
  public var invitation: PhoneInvitation { PhoneInvitation(page: page, svg: drawing(as: "SVG")) }

  private func drawing(as type: String) -> Data? {
    Program.find("qrencode").flatMap {
      try? Program.run($0, ["-t", type, "-m", "2"], input: page)
    }
  }

  /// The name of the telephone that writes; nil while there is none.
  public var telephone: String? { board.telephone }

  /// Ends the page and its tunnel.
  public func end() {
    tunnel.end()
    serving.cancel()
  }

  /// Runs `body` and waits for it on this thread.
  private static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let (done, answer) = (DispatchSemaphore(value: 0), Answer<Value>())
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      answer.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = answer.result.withLock({ $0 }) else {
      throw PhoneFailure("the page cannot be served: start the command again")
    }
    return try result.get()
  }
}

/// The result of a task that a thread waits for.
private final class Answer<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}
