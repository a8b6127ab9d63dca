import Foundation
import QuillonBridge
import QuillonFusion
import QuillonLivePage
import QuillonTraining
import TestSupport
import Testing

/// A page that is served while a test runs.
struct RunningPage: Sendable {
  let session: LiveSession
  let port: UInt16
  let token: String

  /// Serves a page without a board.
  ///
  /// - Parameters:
  ///   - ticks: whether it updates its browsers by itself, 25 times a second.
  ///   - folder: where it saves.
  ///   - source: what it shows.
  ///   - model: what it recognizes by; nil for the lab's kind.
  ///   - saved: what it goes on with.
  ///   - known: letters like those that `model` knows, so that it can be taught.
  ///   - address: where it listens.
  ///   - timeout: how long a connection may last.
  ///   - body: the test, called on a thread that may wait.
  static func serve(
    ticks: Bool = true, folder: String? = nil, source: PageSource = PageSource(words: "test"),
    model: LoadedModel? = nil, saved: SavedPage? = nil, known: LiveSession.KnownLetters? = nil,
    address: String = "127.0.0.1",
    timeout: Duration = .seconds(10),
    _ body: @escaping @Sendable (RunningPage) throws -> Void
  ) async throws {
    let session = LiveSession(
      source: source, model: try model ?? .lab, folder: folder, saved: saved, known: known)
    let server = try LiveServer(session: session, address: address, timeout: timeout)
    let (pages, ready) = AsyncStream<String>.makeStream()
    let serving = Task { try await server.run { ready.yield($0) } }
    let telling = Task { if ticks { await session.run() } }
    defer {
      serving.cancel()
      telling.cancel()
    }
    var iterator = pages.makeAsyncIterator()
    let page = try #require(await iterator.next())
    let prefix = "http://127.0.0.1:"
    try #require(page.hasPrefix(prefix) && page.hasSuffix("/#\(server.token)"))
    let port = try #require(UInt16(page.dropFirst(prefix.count).prefix { $0 != "/" }))
    let running = RunningPage(session: session, port: port, token: server.token)
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try body(running) }) }.start()
    }
  }

  /// A board whose samples the page gets one by one.
  func board(findsPenByMotion: Bool = false) -> PageBoard {
    let bridge = session.makeBridge()
    bridge.findsPenByMotion = findsPenByMotion
    return PageBoard(session: session, bridge: bridge)
  }

  /// The address as a browser names it.
  var host: String { "127.0.0.1:\(port)" }

  /// The answer to a request; headers as given, nothing added.
  func request(
    _ path: String, method: String = "GET", headers: [String]
  ) throws -> (status: Int, text: String) {
    let client = try RawClient(port: port)
    client.send("\(method) \(path) HTTP/1.1\r\n\(headers.map { $0 + "\r\n" }.joined())\r\n")
    return try client.answer()
  }

  /// An open socket of a browser.
  func browser(receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
    client.send(
      Self.handshake(path: "/socket?token=\(token)", host: host, origin: "http://\(host)"))
    let status = try client.answer().status
    guard status == 101 else { throw RawClient.Failure(reason: "the socket answers \(status)") }
    return client
  }

  /// The request that opens a socket (RFC 6455, section 4.1).
  static func handshake(path: String, host: String, origin: String?) -> String {
    """
    GET \(path) HTTP/1.1\r
    Host: \(host)\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    \(origin.map { "Origin: \($0)\r\n" } ?? "")\r

    """
  }

  /// The state machine looks at what has come, so many times.
  func tick(times: Int = 1) throws {
    let session = session
    let done = DispatchSemaphore(value: 0)
    Task {
      for _ in 0..<times { await session.tick() }
      done.signal()
    }
    guard done.wait(timeout: .now() + 300) == .success else {
      throw RawClient.Failure(reason: "the session hangs")
    }
  }
}

/// A board on a page's bridge.
struct PageBoard {
  let session: LiveSession
  let bridge: Bridge

  /// Hands over a sample.
  func send(_ sample: InertialSample) {
    bridge.push(sample) { session.take($0, of: bridge) }
  }

  /// Hands over samples.
  func send(_ samples: some Sequence<InertialSample>) { for sample in samples { send(sample) } }
}
