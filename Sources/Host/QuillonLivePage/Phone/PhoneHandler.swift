import Foundation

/// Answers a telephone's requests: the files of its page, which are part of the program, and the
/// socket. No request reaches the file system.
struct PhoneHandler: WebHandler {
  let board: PhoneBoard
  let door: RequestGuard

  func answer(_ request: WebRequest) -> WebAnswer {
    let (host, origin) = (request.header("host"), request.header("origin"))
    if request.path == "/socket" {
      let token = request.query("token")
      guard door.socketRefusal(host: host, origin: origin, token: token) == nil else {
        return Self.response(403, "text/plain", Array("refused\n".utf8))
      }
      return .socket { [board] in PhoneSocket(board: board, outbox: $0) }
    }
    guard door.refusal(host: host, origin: origin) == nil else {
      return Self.response(403, "text/plain", Array("refused\n".utf8))
    }
    switch request.path {
    case "/": return Self.response(200, "text/html", PackageResources.phone_html)
    case "/phone.css": return Self.response(200, "text/css", PackageResources.phone_css)
    case "/phone.js": return Self.response(200, "text/javascript", PackageResources.phone_js)
    case "/telephone.js":
      return Self.response(200, "text/javascript", PackageResources.telephone_js)
    default: return Self.response(404, "text/plain", Array("no such page\n".utf8))
    }
  }

  /// The page may load and reach only this server.
  private static func response(
    _ status: Int, _ type: String, _ body: [UInt8]
  ) -> WebAnswer {
    .response(
      WebResponse(
        status,
        headers: [
          ("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store"),
          ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
          (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
              + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
          ),
        ], body: body))
  }
}
