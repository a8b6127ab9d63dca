import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

@Suite(.waiting) struct SocketTests {
  private func samples(of text: String) throws -> [InertialSample] {
    try AirWriter(seed: 5).trace(of: text).replaySamples.map(\.sample)
  }

  @Test func severalBrowsersSeeTheSameText() async throws {
    let samples = try samples(of: "QUILLON")
    try await RunningPage.serve { page in
      let browsers = try [page.browser(), page.browser(), page.browser()]
      page.session.feed.append(.open)
      page.board().send(samples)
      for browser in browsers {
        let state = try browser.message(with: #""stroke":7"#)
        let labels = state.components(separatedBy: #""label":""#)
        #expect(labels.count > 7)
        _ = try browser.message(with: #""kind":"ink""#)
      }
    }
  }

  @Test func aBrowserThatDoesNotReadHoldsUpNobody() async throws {
    let samples = try samples(of: "QUILLON")
    try await RunningPage.serve(ticks: false) { page in
      let quick = try page.browser()
      let board = page.board()
      var (round, isDropping) = (0, false)
      var times: [Duration] = []
      func tell() throws {
        let start = ContinuousClock.now
        board.send(samples[(round % 40 * 12)...].prefix(12))
        try page.tick()
        let state = try quick.message(with: #""kind":"state""#)
        isDropping = !state.contains(#""undelivered":0"#)
        times.append(.now - start)
        round += 1
      }
      for _ in 0..<200 { try tell() }
      let alone = times.sorted()[times.count / 2]
      times = []
      let slow = try page.browser(receiveBuffer: 4096)
      // It is there, but does not look.
      while round < 4_200, !isDropping {
        slow.sendMessage("", opcode: 10)
        try tell()
      }
      #expect(isDropping, "4000 messages lie somewhere")
      let beside = times.sorted()[times.count / 2]
      #expect(beside < alone * 3 + .milliseconds(10), "\(beside), \(alone) without")
      #expect(page.session.feed.drain().dropped == 0)
      // It gets the latest when it reads again.
      withExtendedLifetime(slow) {}
    }
  }

  @Test func aMessageThatIsTooLongEndsTheConnection() async throws {
    try await RunningPage.serve(ticks: false) { page in
      let browser = try page.browser()
      browser.sendMessage(String(repeating: "x", count: PageCommand.maximumLength + 1))
      var last: UInt8 = 0
      while let message = try browser.message() { last = message.opcode }
      #expect(last == 8)
    }
  }

  @Test func aMessageInPiecesEndsTheConnection() async throws {
    try await RunningPage.serve(ticks: false) { page in
      let browser = try page.browser()
      browser.sendMessage("{", isFinal: false)
      var last: UInt8 = 0
      while let message = try browser.message() { last = message.opcode }
      #expect(last == 8)
    }
  }

  /// Who sends too much is read slowly, and others go on; nothing is passed over, so a pen that is lifted is.
  @Test func nonsenseIsCountedAndAFloodDoesNoHarm() async throws {
    let samples = try samples(of: "Q")
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage("nonsense")
      _ = try browser.message(with: #""refused":1"#)
      browser.sendMessage(#"{"do":"pen","down":true}"#)
      for _ in 0..<500 { browser.sendMessage(#"{"do":"clear"}"#) }
      browser.sendMessage(#"{"do":"pen","down":false}"#)
      let (start, board) = (ContinuousClock.now, page.board())
      for wanted in [true, false] {
        var isDown = !wanted
        while isDown != wanted, .now - start < .seconds(60) {
          board.send(samples[0])
          isDown = try browser.message(with: #""kind":"state""#).contains(#""isPenDown":true"#)
        }
        #expect(isDown == wanted)
      }
      #expect(.now - start > .seconds(1), "502 messages take 2 s")
      browser.sendMessage("hello", opcode: 9)
      var pong = false
      for _ in 0..<200 where !pong { pong = try browser.message()?.opcode == 10 }
      #expect(pong)
    }
  }

  @Test func theNinthBrowserHasToWait() async throws {
    try await RunningPage.serve { page in
      var browsers = try (0..<8).map { _ in try page.browser() }
      #expect(throws: RawClient.Failure.self) { try page.browser() }
      browsers.removeLast()
      let deadline = ContinuousClock.now + .seconds(300)
      var next: RawClient?
      while next == nil, .now < deadline { next = try? page.browser() }
      #expect(next != nil)
      withExtendedLifetime(browsers) {}
    }
  }
}
