#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decides which requests the server answers.
///
/// A page of another site can make a browser send requests to this machine. So it means nothing
/// that a request comes from this machine. Three things show that a request comes from the server's
/// own page:
///
/// - `Host` names this server by its address. A foreign name that was made to point here (DNS
///   rebinding) appears in `Host` unchanged and is refused.
/// - `Origin` names this server's own page. A browser adds it, and no script can change it.
/// - The token opens the socket. Only readers of the tool's output know it.
public struct RequestGuard: Sendable {
  /// Why a request is refused.
  public enum Refusal: String, Sendable {
    /// The host in the request is not this server.
    case host
    /// The page that makes the request is not this server's.
    case origin
    /// The token is missing or wrong.
    case token
  }

  private let token: String
  private let port: UInt16
  private let address: String
  private let scheme: String

  /// Creates a guard for a server.
  ///
  /// - Parameters:
  ///   - address: The IPv4 address that the server listens on. 0.0.0.0 means all addresses of the
  ///     machine.
  ///   - port: The port that it listens on.
  ///   - token: The secret that opens the socket.
  ///   - scheme: http, or https for a server behind a program that encrypts.
  public init(address: String, port: UInt16, token: String, scheme: String = "http") {
    self.address = address
    self.port = port
    self.token = token
    self.scheme = scheme
  }

  /// Tests a request for a file of the page. A browser sends no `Origin` with it, so only a wrong
  /// one is refused.
  ///
  /// - Parameters:
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`.
  /// - Returns: Why the request is refused. Nil if it is answered.
  public func refusal(host: String?, origin: String?) -> Refusal? {
    guard let host, isOurs(host) else { return .host }
    guard let origin else { return nil }
    return origin == "\(scheme)://\(host)" ? nil : .origin
  }

  /// Tests a request for the socket.
  ///
  /// - Parameters:
  ///   - host: The header `Host`.
  ///   - origin: The header `Origin`.
  ///   - token: The token in the request.
  /// - Returns: Why the request is refused. Nil if it is answered.
  public func socketRefusal(host: String?, origin: String?, token: String?) -> Refusal? {
    guard origin != nil else { return .origin }
    if let refusal = refusal(host: host, origin: origin) { return refusal }
    guard let token, isOurs(token: token) else { return .token }
    return nil
  }

  /// Whether the header `host` is an address of this server. Names except `localhost` never are,
  /// because a name can be made to point anywhere at any time.
  private func isOurs(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "\(port)" else { return false }
    let name = String(parts[0])
    if name == "127.0.0.1" || name == "localhost" || name == address { return true }
    return address == "0.0.0.0" && Self.isAddress(name)
  }

  /// Compares in a time that does not depend on how much of the token is right.
  private func isOurs(token other: String) -> Bool {
    let (mine, theirs) = (Array(token.utf8), Array(other.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Tests for a numeric IPv4 address.
  ///
  /// - Parameter text: The text to test.
  /// - Returns: True if it is one, such as 127.0.0.1.
  public static func isAddress(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  /// Creates a token that nobody can guess: 128 random bits in hexadecimal digits.
  public static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
  }
}
