/// Where letters are published: a broker of MQTT 3.1.1, and the topic above all messages.
public struct MQTTBroker: Equatable, Sendable {
  /// A name or an address.
  public var host: String
  /// 1 to 65535. The usual ones are 1883, and 8883 with TLS.
  public var port: UInt16
  /// True if the line is encrypted, and the broker's certificate is checked.
  public var usesTLS: Bool
  /// The user's name; nil if the broker asks for none.
  public var user: String?
  /// The user's password.
  public var password: String?
  /// A file with the certificates of the authorities that are trusted; nil for those of the system.
  public var certificates: String?
  /// The topic above all messages, such as `quillon/desk`.
  public var topic: String

  /// Reads `mqtt://host/topic` or `mqtts://user@host:8883/topic`. An IPv6 address is in brackets.
  ///
  /// Nil unless there is a host, and a topic without `+` and `#`, which brokers refuse.
  public init?(_ url: String) {
    let parts = /(mqtts?):\/\/(?:([^@\/]+)@)?(\[[0-9A-Fa-f:.]+\]|[^:@\/\[\]]+)(?::([0-9]+))?\/(.+)/
    guard let match = url.wholeMatch(of: parts) else { return nil }
    usesTLS = match.1 == "mqtts"
    user = match.2.map(String.init)
    host = match.3.filter { !"[]".contains($0) }
    let number = match.4.map { UInt16($0) ?? 0 } ?? (usesTLS ? 8883 : 1883)
    topic = match.5.hasSuffix("/") ? String(match.5.dropLast()) : String(match.5)
    port = number
    guard number > 0, !topic.isEmpty, !topic.contains(where: { "+#\0".contains($0) }) else {
      return nil
    }
  }
}
