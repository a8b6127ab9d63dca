import Glibc

/// Decides which requests the server answers.
///
/// A page of some other site can make a browser send requests to this machine, so that a request comes
/// from here means nothing. Three things tell ours from theirs:
///
/// - `Host` names this server by its address. A foreign name that was made to point here (DNS
///   rebinding) stands in `Host` as it is, and is refused.
/// - `Origin`, which a browser adds and no script can change, names this server's own page.
/// - The token, which only who can read the tool's output knows, opens the socket.
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

  /// A guard for a server.
  ///
  /// - Parameters:
  ///   - address: the IPv4 address that it listens on; 0.0.0.0 stands for every one of the machine's.
  ///   - port: the port that it listens on.
  ///   - token: what opens the socket.
  public init(address: String, port: UInt16, token: String) {
    self.address = address
    self.port = port
    self.token = token
  }

  /// Why a request for a file of the page is refused; nil if it is answered. A browser sends no `Origin`
  /// with these, so only a wrong one is refused.
  public func refusal(host: String?, origin: String?) -> Refusal? {
    guard let host, isOurs(host) else { return .host }
    guard let origin else { return nil }
    return origin == "http://\(host)" ? nil : .origin
  }

  /// Why a request for the socket is refused; nil if it is answered.
  public func socketRefusal(host: String?, origin: String?, token: String?) -> Refusal? {
    guard origin != nil else { return .origin }
    if let refusal = refusal(host: host, origin: origin) { return refusal }
    guard let token, isOurs(token: token) else { return .token }
    return nil
  }

  /// Whether `host`, as it stands in a request, is an address of this server. Names other than
  /// `localhost` never are: who answers for a name can be changed at any time.
  private func isOurs(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "\(port)" else { return false }
    let name = String(parts[0])
    if name == "127.0.0.1" || name == "localhost" || name == address { return true }
    return address == "0.0.0.0" && Self.isAddress(name)
  }

  /// Compares in a time that does not tell how much of the token is right.
  private func isOurs(token other: String) -> Bool {
    let (mine, theirs) = (Array(token.utf8), Array(other.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether `text` is an IPv4 address in numbers.
  public static func isAddress(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  /// A token nobody can guess: 128 random bits in hexadecimal digits.
  public static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
  }
}
