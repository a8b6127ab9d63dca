import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import TestSupport
import Testing

/// The page keeps motion: what it saves it loads again, and it learns gestures as the command does.
@Suite(.waiting) struct SavedPageTests {
  private static let gestures = ["circle", "shake", "swipeLeft"]

  private static func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("quillon-\(UUID().uuidString)")
  }

  /// Samples of a person who makes a gesture so many times; the times of each call follow those of the one before.
  private static func samples(
    of gesture: String, times: Int, raw: Bool = false
  ) throws -> [InertialSample] {
    var writer = AirWriter(seed: 3)
    if raw { writer.lyingTime = 4 }
    let text = String(repeating: "<\(gesture)>", count: times)
    let place = UInt32(gestures.firstIndex(of: gesture) ?? 0)
    return try writer.trace(of: text).rows.compactMap { row in
      var row = row
      if raw { (row.attitude, row.linearAcceleration) = (nil, nil) }
      var sample = InertialSample(row)
      sample?.timestamp &+= place &* 60_000_000
      return sample
    }
  }

  private static func collect(
    _ page: RunningPage, _ browser: RawClient, times: Int, raw: Bool = false
  ) throws {
    let board = page.board()
    page.session.feed.append(.open)
    for gesture in gestures {
      browser.sendMessage(#"{"do":"collect","label":"\#(gesture)"}"#)
      _ = try browser.message(with: #""label":"\#(gesture)","labels""#)
      board.send(try samples(of: gesture, times: times, raw: raw))
      _ = try browser.message(with: #"{"count":\#(times),"label":"\#(gesture)"}"#)
    }
    browser.sendMessage(#"{"do":"collect"}"#)
  }

  /// The model is, bit for bit, that of `quillon train --air examples.csv --feature-set airMovement --hidden 40`.
  @Test(arguments: [false, true])
  func gesturesAreLearnedAsByCommandAndLoadedAgain(raw: Bool) async throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await RunningPage.serve(folder: folder.path, model: try LoadedModel(.gestures)) { page in
      let browser = try page.browser()
      try Self.collect(page, browser, times: 4, raw: raw)
      browser.sendMessage(#"{"do":"train","holdOut":25,"learner":"movement"}"#)
      let learned = try browser.message(with: #""model":"learned here""#)
      #expect(learned.contains("% right of 3 examples that were held out"), "\(learned)")
      var settings = PageSettings()
      (settings.label, settings.testLabels, settings.interval) = ("circle", "<circle>", 500)
      let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
      browser.sendMessage(#"{"do":"settings","settings":\#(text)}"#)
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved examples.csv")
    }
    let file = folder.appendingPathComponent("examples.csv")
    let trace = try Trace(contentsOf: file.path)
    let letters = NetworkLetter.letters(
      of: trace, writer: "examples", featureSet: .airMovement)
    #expect(letters.map(\.label) == Self.gestures.flatMap { [$0, $0, $0, $0] })
    let command = try NetworkTraining(
      settings: .usual(.airMovement, hidden: 40), featureSet: .airMovement, data: "examples.csv"
    ).train(on: letters)
    let saved = try NetworkModel(contentsOf: folder.appendingPathComponent("model.qnm").path)
    #expect(saved.bytes == command.bytes)

    // Another page goes on with it, and saves the same again.
    let before = try Data(contentsOf: file)
    let found = try SavedPage(folder: folder.path)
    try await RunningPage.serve(
      folder: folder.path, model: try LoadedModel(.gestures), saved: found
    ) { page in
      let browser = try page.browser()
      let shown = try browser.message(with: #""kind":"collection""#)
      #expect(shown.contains(#"{"count":4,"label":"shake"}"#), "\(shown)")
      #expect(shown.contains(#""model":"model.qnm""#) && shown.contains(#""interval":500"#))
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved examples.csv")
    }
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func drawnExamplesAreLoadedAgain() async throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let corners: [SIMD2<Double>] = [[20, 10], [20, 110], [80, 110]]
    try await RunningPage.serve(folder: folder.path) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"collect","label":"L"}"#)
      for _ in 0..<2 { Pointer.messages(through: corners).forEach { browser.sendMessage($0) } }
      _ = try browser.message(with: #"{"count":2,"label":"L"}"#)
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved ink.jsonl")
    }
    let features = try Data(contentsOf: folder.appendingPathComponent("examples.jsonl"))
    let found = try SavedPage(folder: folder.path)
    try await RunningPage.serve(folder: folder.path, saved: found) { page in
      let browser = try page.browser()
      _ = try browser.message(with: #"{"count":2,"label":"L"}"#)
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved ink.jsonl")
    }
    #expect(try Data(contentsOf: folder.appendingPathComponent("examples.jsonl")) == features)
  }

  @Test func aFolderThatIsNotThereIsEmptyAndAnotherFileIsRefused() throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try SavedPage(folder: folder.path).model == nil)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: folder.appendingPathComponent("page.json"))
    #expect(throws: SavedPage.Damage.self) { try SavedPage(folder: folder.path) }
  }
}
