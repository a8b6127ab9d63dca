import QuillonLivePage
import TestSupport
import Testing

@Suite(.waiting) struct RequestGuardTests {
  private let door = RequestGuard(address: "127.0.0.1", port: 8080, token: "secret")

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080"])
  func ourOwnPageIsLetIn(host: String) {
    #expect(door.refusal(host: host, origin: nil) == nil)
    #expect(door.refusal(host: host, origin: "http://\(host)") == nil)
    #expect(door.socketRefusal(host: host, origin: "http://\(host)", token: "secret") == nil)
  }

  @Test(arguments: [
    nil, "", "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "127.0.0.1:08080",
    "127.0.0.1:8080:8080", "localhost.evil.example:8080", "192.168.1.2:8080", "[::1]:8080",
    "127.0.0.1:8080 ", "2130706433:8080",
  ])
  func aNameThatWasMadeToPointHereIsRefused(host: String?) {
    #expect(door.refusal(host: host, origin: nil) == .host)
    let origin = host.map { "http://\($0)" } ?? "http://127.0.0.1:8080"
    #expect(door.socketRefusal(host: host, origin: origin, token: "secret") == .host)
  }

  @Test(arguments: [
    "http://evil.example", "https://127.0.0.1:8080", "http://localhost:8080", "null", "",
    "http://127.0.0.1:8080/", "http://127.0.0.1:80", "file://",
  ])
  func anotherPageIsRefused(origin: String) {
    #expect(door.refusal(host: "127.0.0.1:8080", origin: origin) == .origin)
    #expect(
      door.socketRefusal(host: "127.0.0.1:8080", origin: origin, token: "secret") == .origin)
  }

  @Test func theSocketWantsAnOrigin() {
    #expect(
      door.socketRefusal(host: "127.0.0.1:8080", origin: nil, token: "secret") == .origin)
  }

  @Test(arguments: [nil, "", "secre", "secret ", "Secret", "secrets"])
  func theSocketWantsTheToken(token: String?) {
    #expect(
      door.socketRefusal(
        host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080", token: token) == .token)
  }

  @Test func onAllAddressesTheHostIsANumber() {
    let open = RequestGuard(address: "0.0.0.0", port: 80, token: "t")
    #expect(open.refusal(host: "192.168.1.2:80", origin: nil) == nil)
    #expect(open.refusal(host: "evil.example:80", origin: nil) == .host)
    #expect(open.refusal(host: "192.168.1:80", origin: nil) == .host)
  }

  @Test func tokensAreLongAndDiffer() {
    let (one, other) = (RequestGuard.makeToken(), RequestGuard.makeToken())
    #expect(one != other)
    #expect(one.count == 32)
    #expect(one.allSatisfy { $0.isHexDigit })
  }
}
