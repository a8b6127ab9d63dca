import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import TestSupport
import Testing

/// The test on the page, and what it reports while the hand moves.
@Suite(.waiting) struct GuidedTestTests {
  private static let l: [SIMD2<Double>] = [[20, 10], [20, 110], [80, 110]]
  private static let v: [SIMD2<Double>] = [[10, 10], [60, 110], [110, 10]]

  private static func draw(_ corners: [SIMD2<Double>], in browser: RawClient) {
    Pointer.messages(through: corners).forEach { browser.sendMessage($0) }
  }

  @Test func lettersAreAskedForRepeatedAndCounted() async throws {
    try await RunningPage.serve(model: try .packed) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"test","labels":"L-Z?","times":1}"#)
      browser.sendMessage(#"{"do":"test","labels":"LÄ","times":1}"#)
      _ = try browser.message(with: "does not know Ä")
      browser.sendMessage(#"{"do":"test","labels":"LV","times":2}"#)
      _ = try browser.message(with: #""prompt":"L""#)
      Self.draw(Self.v, in: browser)
      _ = try browser.message(with: #""isRight":false"#)
      browser.sendMessage(#"{"do":"repeat"}"#)
      _ = try browser.message(with: #""prompt":"L","result":{"accuracy":0"#)
      for shape in [Self.l, Self.v, Self.v] { Self.draw(shape, in: browser) }
      let third = try browser.message(with: #""number":3"#)
      #expect(third.contains(#""mixedUp":[{"count":1,"read":"V","written":"L"}]"#), "\(third)")
      Self.draw(Self.v, in: browser)
      let end = try browser.message(with: #""isOn":false"#)
      #expect(end.contains(#""right":3"#) && end.contains(#""rounds":[2,1]"#), "\(end)")
      #expect(end.contains(#""label":"L","read":"V""#), "\(end)")
    }
  }

  /// What was written for the test is saved with the labels that were asked for.
  @Test func theTestIsRecorded() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await RunningPage.serve(folder: folder.path, model: try LoadedModel(.simulatedAir)) {
      page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"test","labels":"LOU","times":1}"#)
      _ = try browser.message(with: #""prompt":"L""#)
      page.session.feed.append(.open)
      page.board().send(try AirWriter(seed: 5).trace(of: "LOU").replaySamples.map(\.sample))
      _ = try browser.message(with: #""isOn":false"#)
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "test-examples.csv")
    }
    let trace = try Trace(contentsOf: folder.appendingPathComponent("test-examples.csv").path)
    let letters = NetworkLetter.letters(of: trace, writer: "test", featureSet: .airPath)
    var evaluation = NetworkEvaluation(labels: try LoadedModel(.simulatedAir).labels)
    guard case .packed(let model) = try LoadedModel(.simulatedAir).kind else { return }
    try evaluation.add(model, letters)
    #expect(evaluation.matrix.n == 3 && evaluation.matrix.correct == 3)
  }

  @Test func gesturesAreToldWhileTheHandMoves() async throws {
    try await RunningPage.serve(model: try LoadedModel(.gestures)) { page in
      let browser = try page.browser()
      var settings = PageSettings()
      settings.isContinuous = true
      let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
      browser.sendMessage(#"{"do":"settings","settings":\#(text)}"#)
      _ = try browser.message(with: #""isContinuous":true"#)
      page.session.feed.append(.open)
      var writer = AirWriter(seed: 1)
      writer.holdTime = 0.4
      page.board().send(
        try writer.trace(of: "<swipeLeft><swipeRight>").replaySamples.map { replayed in
          var sample = replayed.sample
          sample.pen = .up
          return sample
        })
      let state = try browser.message(with: "held while the hand moved")
      #expect(state.contains(#""prediction":{"best":[{"label":"#), "\(state)")
      _ = try browser.message(
        with: #"{"isRejected":false,"label":"swipeLeft"},{"isRejected":false,"label":"swipeRight"}"#
      )
    }
  }

  /// Examples are of strokes, with and without reports of what the hand may be writing.
  @Test func strokesAreKeptAsExamplesAllTheSame() async throws {
    try await RunningPage.serve(model: try LoadedModel(.gestures)) { page in
      let browser = try page.browser()
      var settings = PageSettings()
      settings.isContinuous = true
      let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
      browser.sendMessage(#"{"do":"settings","settings":\#(text)}"#)
      browser.sendMessage(#"{"do":"collect","label":"mine"}"#)
      _ = try browser.message(with: #""label":"mine","labels""#)
      page.session.feed.append(.open)
      page.board().send(try AirWriter(seed: 5).trace(of: "LL").replaySamples.map(\.sample))
      _ = try browser.message(with: #"{"count":2,"label":"mine"}"#)
    }
  }

  /// The lab's scores are no probabilities.
  @Test func aLinearModelTellsNothingWhileTheHandMoves() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      var settings = PageSettings()
      settings.isContinuous = true
      let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
      browser.sendMessage(#"{"do":"settings","settings":\#(text)}"#)
      _ = try browser.message(with: "lab is linear and has no probabilities")
    }
  }

  /// The options of `view` reach the pad and the board.
  @Test func howLongAPenMayBeUpIsTold() async throws {
    try await RunningPage.serve(source: PageSource(words: "test", penUpTime: 250)) { page in
      let browser = try page.browser()
      _ = try browser.message(with: #""penUpTime":250"#)
      let bridge = page.session.makeBridge()
      #expect(bridge.withoutButton.penUpTime == 250)
    }
  }
}
