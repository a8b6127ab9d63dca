import FlyingFox
import Foundation
import QuillonLivePage

/// Answers a telephone's requests: the files of its page, which are part of the program, and the
/// socket. No request reaches the file system.
struct PhoneHandler: HTTPHandler {
  let door: RequestGuard
  let socket: WebSocketHTTPHandler

  init(board: PhoneBoard, door: RequestGuard) {
    self.door = door
    socket = WebSocketHTTPHandler(handler: PhoneSocket(board: board))
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (host, origin) = (request.headers[.host], request.headers[HTTPHeader("Origin")])
    if request.path == "/socket" {
      let token = request.query.first { $0.name == "token" }?.value
      guard door.socketRefusal(host: host, origin: origin, token: token) == nil else {
        return Self.response(.forbidden, "text/plain", Array("refused\n".utf8))
      }
      return try await socket.handleRequest(request)
    }
    guard door.refusal(host: host, origin: origin) == nil else {
      return Self.response(.forbidden, "text/plain", Array("refused\n".utf8))
    }
    switch request.path {
    case "/": return Self.response(.ok, "text/html", PackageResources.phone_html)
    case "/phone.css": return Self.response(.ok, "text/css", PackageResources.phone_css)
    case "/phone.js": return Self.response(.ok, "text/javascript", PackageResources.phone_js)
    case "/telephone.js":
      return Self.response(.ok, "text/javascript", PackageResources.telephone_js)
    default: return Self.response(.notFound, "text/plain", Array("no such page\n".utf8))
    }
  }

  /// The page may load and reach only this server.
  private static func response(
    _ status: HTTPStatusCode, _ type: String, _ body: [UInt8]
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Content-Security-Policy"):
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ], body: Data(body))
  }
}
