import FlyingFox
import Foundation
import Synchronization

/// Answers requests: the files of the page, which are part of the program, and the socket. No
/// request reaches the file system, whatever its path.
final class PageHandler: HTTPHandler {
  private let door = Mutex<RequestGuard?>(nil)
  private let socket: WebSocketHTTPHandler

  /// Creates a handler that refuses every request until ``open(_:)`` is called.
  init(session: LiveSession) {
    socket = WebSocketHTTPHandler(handler: BrowserSocket(session: session))
  }

  /// Answers from now on the requests that `door` admits.
  func open(_ door: RequestGuard) { self.door.withLock { $0 = door } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let door = door.withLock({ $0 }) else {
      return Self.text(.serviceUnavailable, "starting")
    }
    let (host, origin) = (request.headers[.host], request.headers[HTTPHeader("Origin")])
    if request.path == "/socket" {
      let token = request.query.first { $0.name == "token" }?.value
      if let refusal = door.socketRefusal(host: host, origin: origin, token: token) {
        return Self.text(.forbidden, "refused: wrong \(refusal)")
      }
      return try await socket.handleRequest(request)
    }
    if let refusal = door.refusal(host: host, origin: origin) {
      return Self.text(.forbidden, "refused: wrong \(refusal)")
    }
    guard let file = PageFile.all[request.path] else { return Self.text(.notFound, "no such page") }
    guard request.method == .GET else { return Self.text(.methodNotAllowed, "only GET") }
    return Self.response(.ok, type: file.type, Data(file.bytes))
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, type: "text/plain; charset=utf-8", Data("\(text)\n".utf8))
  }

  /// The page may load and reach only the files and the socket of this server. No other page may
  /// show it in a frame.
  private static func response(
    _ status: HTTPStatusCode, type: String, _ body: Data
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: type,
        .cacheControl: "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Content-Security-Policy"):
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ], body: body)
  }
}

/// A file of the page.
private struct PageFile: Sendable {
  var type: String
  var bytes: [UInt8]

  /// The files by their paths.
  static let all = [
    "/": PageFile(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    "/page.css": PageFile(type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
    "/alphabet.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.alphabet_svg),
    "/page.js": PageFile(type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js),
    "/drawing.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.drawing_js),
    "/charts.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.charts_js),
    "/test.js": PageFile(type: "text/javascript; charset=utf-8", bytes: PackageResources.test_js),
    "/continuous.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.continuous_js),
    "/settings.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.settings_js),
    "/motion.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.motion_js),
    "/minimum.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.minimum_js),
    "/stabilizers.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.stabilizers_js),
    "/strips.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.strips_js),
    "/pad.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.pad_js),
    "/collection.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.collection_js),
    "/setup.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.setup_js),
  ]
}
