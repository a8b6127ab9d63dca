import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import Testing

/// Connections that ask for nothing, too slowly, or are gone without a word.
@Suite struct ConnectionTests {
  /// Far more than the server accepts: those that came first have to go, and the page is served meanwhile.
  @Test func idleConnectionsAreBoundedAndKeepNobodyOut() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      let idle = try (0..<200).map { _ in try RawClient(port: page.port) }
      for client in idle[..<100] { #expect(client.isEnded(within: .seconds(60))) }
      #expect(try page.request("/", headers: ["Host: \(page.host)"]).status == 200)
      _ = try browser.message(with: #""kind":"state""#)
      #expect(idle[199].isEnded(within: .zero) == false, "the last one is still within its time")
    }
  }

  @Test func aRequestThatTakesTooLongEndsItsConnection() async throws {
    try await RunningPage.serve(timeout: .milliseconds(300)) { page in
      let (silent, slow) = (try RawClient(port: page.port), try RawClient(port: page.port))
      let browser = try page.browser()
      let letters = Array(
        "GET / HTTP/1.1\r\nHost: \(page.host)\r\nX: \(String(repeating: "x", count: 9_999))")
      let start = ContinuousClock.now
      var sent = 0
      while !slow.isEnded(within: .milliseconds(50)), sent < letters.count {
        slow.send(String(letters[sent]))
        sent += 1
      }
      #expect(sent < letters.count && .now - start < .seconds(60))
      #expect(silent.isEnded(within: .seconds(60)))
      // A page's socket may last.
      _ = try browser.message(with: #""kind":"state""#)
    }
  }

  private func sample() throws -> InertialSample {
    try AirWriter(seed: 5).trace(of: "Q").replaySamples[0].sample
  }

  /// Whether the pen is down, as `browser` gets it with the next sample.
  private func isPenDown(
    _ page: RunningPage, _ browser: RawClient, _ sample: InertialSample, of board: PageBoard
  ) throws -> Bool {
    board.send(sample)
    try page.tick()
    return try browser.message(with: #""kind":"state""#).contains(#""isPenDown":true"#)
  }

  /// One page holds the pen while another looks on; gone is gone, whether the connection ends or falls silent.
  @Test(arguments: [false, true])
  func aBrowserThatIsGoneLetsThePenGo(_ isSilent: Bool) async throws {
    let sample = try sample()
    try await RunningPage.serve(ticks: false) { page in
      let watcher = try page.browser()
      var writer: RawClient? = try page.browser()
      writer?.sendMessage(#"{"do":"pen","down":true}"#)
      let board = page.board()
      var looks = 0
      while try !isPenDown(page, watcher, sample, of: board), looks < 1_000 { looks += 1 }
      #expect(looks < 1_000, "the pen goes down")
      if !isSilent { writer = nil }
      looks = 0
      while try isPenDown(page, watcher, sample, of: board), looks < 1_000 { looks += 1 }
      #expect(looks < (isSilent ? 200 : 1_000), "the pen goes up")
      withExtendedLifetime(writer) {}
    }
  }

  @Test func whatKeepsABoardFromBeingReadIsShown() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      page.session.feed.append(trouble: "no known format")
      _ = try browser.message(with: #""warning":"no known format""#)
      page.session.feed.append(.open)
      var isWarning = true
      for _ in 0..<500 where isWarning {
        isWarning = try browser.message(with: #""kind":"state""#).contains("no known format")
      }
      #expect(!isWarning)
    }
  }

  @Test func whatIsNotUnderstoodIsShownUntilItIs() async throws {
    var source = PageSource(words: "test")
    source.canBeSetUp = true
    try await RunningPage.serve(source: source, model: .packed) { page in
      let browser = try page.browser()
      page.session.feed.append(trouble: "no known format", seen: ["Taken for: text"])
      _ = try browser.message(with: #""seen":["Taken for: text"]"#)
      page.session.feed.append(found: ["Format: csv"])
      _ = try browser.message(with: #""seen":[]"#)
    }
  }

  @Test func theLastBytesOfThePortAreShown() async throws {
    var source = PageSource(words: "test")
    source.canBeSetUp = true
    try await RunningPage.serve(source: source, model: .packed) { page in
      let browser = try page.browser()
      let terminal = try PseudoTerminal()
      let port = page.session.received.keeping(
        try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic))
      #expect(port.path == terminal.path)
      _ = terminal.write(Array(repeating: 7, count: 300) + [8, 9], timeout: .seconds(1))
      var count = 0
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
      defer { buffer.deallocate() }
      while count < 302, case .bytes(let more) = port.read(into: buffer, timeout: .seconds(5)) {
        count += more
      }
      #expect(count == 302)
      let message = try browser.message(with: #""count":302"#)
      #expect(message.contains(#""kind":"bytes""#) && message.contains("7,8,9]"), "\(message)")
      #expect(message.components(separatedBy: ",").count < 260, "more than are kept")
      port.close()
      #expect(port.read(into: buffer, timeout: .zero) == .ended)
    }
  }
}
