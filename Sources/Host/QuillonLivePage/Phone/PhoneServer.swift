import Foundation

/// Lets a telephone be the board: serves the page that sends its motion, encrypted, and gives it a
/// serial port.
public final class PhoneServer: Sendable {
  /// The port of the page on the network, if it is free. A browser that has accepted the
  /// certificate once does not ask again for the same address and port.
  private static let preferredPort: UInt16 = 8_443

  private let board: PhoneBoard
  private let tunnel: TLSTunnel
  private let server: WebServer
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
    let server = WebServer(
      address: "127.0.0.1", port: 0, timeout: .seconds(10),
      handler: PhoneHandler(
        board: board, door: RequestGuard(address: host, port: port, token: token, scheme: "https")))
    guard let server else { throw PhoneFailure("the page has no port: start the command again") }
    self.server = server
    tunnel = try TLSTunnel(at: (host, port), to: server.port, certificate: certificate)
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
    server.end()
  }
}
