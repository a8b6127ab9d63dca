import Foundation
import QuillonReports
import Synchronization

/// Answers requests: the files of the page, which are part of the program, the socket, and what the page has to save. No
/// path of a request is one of the file system.
final class PageHandler: WebHandler {
  private let door = Mutex<RequestGuard?>(nil)
  private let session: LiveSession

  /// Creates a handler that refuses every request until ``open(_:)`` is called.
  init(session: LiveSession) {
    self.session = session
  }

  /// Answers from now on the requests that `door` admits.
  func open(_ door: RequestGuard) { self.door.withLock { $0 = door } }

  func answer(_ request: WebRequest) -> WebAnswer {
    guard let door = door.withLock({ $0 }) else { return Self.text(503, "starting") }
    let (host, origin) = (request.header("host"), request.header("origin"))
    if request.path == "/socket" {
      let token = request.query("token")
      if let refusal = door.socketRefusal(host: host, origin: origin, token: token) {
        return Self.text(403, "refused: wrong \(refusal)")
      }
      return .socket { [session] in BrowserSocket(session: session, outbox: $0) }
    }
    if request.path == "/saved.zip" {
      if let refusal = door.socketRefusal(
        host: host, origin: origin, token: request.query("token"))
      {
        return Self.text(403, "refused: wrong \(refusal)")
      }
      let files = waiting { [session] in await session.archive() }
      return files.map { Self.response(200, type: "application/zip", $0) }
        ?? Self.text(503, "the computer has no room for the files")
    }
    if let refusal = door.refusal(host: host, origin: origin) {
      return Self.text(403, "refused: wrong \(refusal)")
    }
    guard let file = PageFile.all[request.path] else { return Self.text(404, "no such page") }
    guard request.method == "GET" else { return Self.text(405, "only GET") }
    return Self.response(200, type: file.type, file.bytes)
  }

  private static func text(_ status: Int, _ text: String) -> WebAnswer {
    response(status, type: "text/plain; charset=utf-8", Array("\(text)\n".utf8))
  }

  /// The page may load and reach only the files and the socket of this server. No other page may
  /// show it in a frame.
  private static func response(
    _ status: Int, type: String, _ body: [UInt8]
  ) -> WebAnswer {
    .response(
      WebResponse(
        status,
        headers: [
          ("Content-Type", type), ("Cache-Control", "no-store"),
          ("X-Content-Type-Options", "nosniff"),
          ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
          (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
              + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
          ),
        ], body: body))
  }
}

/// A file of the page.
private struct PageFile: Sendable {
  var type: String
  var bytes: [UInt8]

  /// The files by their paths.
  static let all = [
    "/": PageFile(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    "/page.css": PageFile(
      type: "text/css; charset=utf-8",
      bytes: Array(PlotStyle.colors.utf8) + PackageResources.page_css),
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
    "/tabs.js": PageFile(type: "text/javascript; charset=utf-8", bytes: PackageResources.tabs_js),
    "/signals.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.signals_js),
    "/recording.js": PageFile(
      type: "text/javascript; charset=utf-8", bytes: PackageResources.recording_js),
  ]
}
