import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
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

  /// Files that the page did not make, and letters that it can't keep whole, are not touched: it saves in a folder of its own.
  @Test(arguments: [
    "model.json", "examples.csv", "examples.txt", "ink.jsonl", "calibration.json", "plane.json",
  ])
  func filesOfOthersAreLeft(name: String) throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data("my notes\n".utf8).write(to: file)
    let saved = try SavedPage(folder: folder.path)
    #expect(saved.folder == folder.path + "/page")
    #expect(saved.notice?.contains("holds \(name), which the page did not make") == true)
  }

  @Test(arguments: [
    (String(
      repeating: #"{"label":"A","strokes":[{"d":1,"p":[[0,0,0],[100,200,0.1],[200,0,0.2]]}]}"#
        + "\n", count: 5_001)),
    #"{"label":"A","writer":"w","strokes":[{"d":1,"p":[[0,0,0],[100,200,0.1],[200,0,0.2]]}]}"#
      + "\n",
    #"{"label":"B","strokes":[{"d":1,"p":["#
      + (0..<20_000).map { "[\($0 % 500),\($0 * 7 % 500),\(Double($0) / 1_000)]" }.joined(
        separator: ",") + "]}]}\n",
  ])
  func lettersThatThePageWouldLoseAreLeft(ink: String) throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(ink.utf8).write(to: folder.appendingPathComponent("ink.jsonl"))
    let saved = try SavedPage(folder: folder.path)
    #expect(saved.folder == folder.path + "/page" && saved.notice != nil)
  }

  /// A folder of the page, without letters.
  private static func savedFolder() throws -> URL {
    let folder = Self.folder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let settings = try JSONLine.data(of: PageSettings())
    try Data("{\"model\":\"model.json\",\"settings\":".utf8 + settings + "}".utf8).write(
      to: folder.appendingPathComponent("page.json"))
    try LoadedModel.lab.write(to: OutputFile(folder.appendingPathComponent("model.json").path))
    return folder
  }

  /// Coordinates of any size are no end of the program.
  @Test func lettersFarAwayAreNoEnd() throws {
    let folder = try Self.savedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let ink =
      #"{"label":"A","strokes":[{"d":1,"p":[[0,0,0],[2e8,3e8,0.1],[5e8,0,0.2],[-1e9,1e9,0.3]]}]}"#
      + "\n"
    try Data(ink.utf8).write(to: folder.appendingPathComponent("ink.jsonl"))
    #expect(try SavedPage(folder: folder.path).model != nil)
  }

  /// A person's recording has samples between the letters, which the page does not keep.
  @Test func aRecordingInAFolderOfThePageIsLeft() throws {
    let folder = try Self.savedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try SavedPage(folder: folder.path).folder == folder.path)
    var trace = try AirWriter(seed: 3).trace(of: "I")
    for index in trace.rows.indices { trace.rows[index].label = "I" }
    try trace.write(to: OutputFile(folder.appendingPathComponent("examples.csv").path))
    let saved = try SavedPage(folder: folder.path)
    #expect(saved.folder == folder.path + "/page" && saved.notice?.contains("a recording") == true)
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
      browser.sendMessage(#"{"do":"collect","label":"."}"#)
      Pointer.messages(through: corners.map { $0 / 10 }).forEach { browser.sendMessage($0) }
      _ = try browser.message(with: #"{"count":1,"label":"."}"#)
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
