import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import TestSupport
import Testing

@Suite(.waiting) struct CollectionTests {
  private static let shapes: [(label: String, corners: [SIMD2<Double>])] = [
    ("L", [[20, 10], [20, 110], [80, 110]]), ("V", [[10, 10], [60, 110], [110, 10]]),
  ]

  @Test func examplesAreCollectedLearnedFromAndSaved() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await RunningPage.serve(folder: folder.path) { page in
      let browser = try page.browser()
      for (label, corners) in Self.shapes {
        browser.sendMessage(#"{"do":"collect","label":"\#(label)"}"#)
        for _ in 0..<3 { Pointer.messages(through: corners).forEach { browser.sendMessage($0) } }
      }
      browser.sendMessage(#"{"do":"collect"}"#)
      _ = try browser.message(with: #"{"count":3,"label":"V"}"#)
      browser.sendMessage(#"{"do":"delete","sample":1}"#)
      browser.sendMessage(#"{"do":"delete","sample":1}"#)
      browser.sendMessage(#"{"do":"train","holdOut":20,"learner":"zones"}"#)
      let learned = try browser.message(with: #""model":"learned here""#)
      #expect(learned.contains(#""labels":["L","V"]"#))
      #expect(learned.contains("trained on 5 examples"))
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved ink.jsonl")
      browser.sendMessage(#"{"do":"restore"}"#)
      _ = try browser.message(with: #""model":"lab""#)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["examples.jsonl", "examples.txt", "ink.jsonl", "model.json", "page.json"])
    let samples = try FeatureSample.read(
      contentsOf: folder.appendingPathComponent("examples.jsonl").path)
    #expect(samples.map(\.label) == ["L", "L", "V", "V", "V"])
    // The lab's training log holds the same.
    let log = try FeatureSample.read(contentsOf: folder.appendingPathComponent("examples.txt").path)
    #expect(log == samples)
    let model = try ModelFile(contentsOf: folder.appendingPathComponent("model.json").path)
    let confusion = try model.evaluate(FeatureExtraction.Result(samples: samples))
    #expect(confusion.accuracy == 1)
  }

  /// A link in the folder would lead the file out of it.
  @Test func nothingIsWrittenThroughALink() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    let outside = folder.appendingPathExtension("outside")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: outside)
    defer {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(at: outside)
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("model.json"), withDestinationURL: outside)
    try await RunningPage.serve(folder: folder.path) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "model.json is a link")
    }
    #expect(try String(contentsOf: outside, encoding: .utf8) == "mine")
  }

  @Test func aPackedModelIsSavedAsItIs() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = try LoadedModel.packed
    try await RunningPage.serve(folder: folder.path, model: model) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "saved model.qnm")
    }
    guard case .packed(let network) = model.kind else { return }
    let saved = try NetworkModel(contentsOf: folder.appendingPathComponent("model.qnm").path)
    #expect(saved.bytes == network.bytes)
  }

  /// Of ten examples of each label three are held out.
  @Test func soManyAreHeldOut() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      for (label, corners) in Self.shapes {
        browser.sendMessage(#"{"do":"collect","label":"\#(label)"}"#)
        for _ in 0..<10 { Pointer.messages(through: corners).forEach { browser.sendMessage($0) } }
      }
      _ = try browser.message(with: #"{"count":10,"label":"V"}"#)
      browser.sendMessage(#"{"do":"train","holdOut":30}"#)
      _ = try browser.message(with: "% right of 6 examples that were held out")
      browser.sendMessage(#"{"do":"train","holdOut":0}"#)
      _ = try browser.message(with: "no rate: that takes three examples")
    }
  }

  @Test func oneLabelIsTooFewAndNoFolderSavesNothing() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"collect","label":"L"}"#)
      Pointer.messages(through: Self.shapes[0].corners).forEach { browser.sendMessage($0) }
      browser.sendMessage(#"{"do":"train","holdOut":20}"#)
      _ = try browser.message(with: "all examples are of L")
      browser.sendMessage(#"{"do":"save"}"#)
      _ = try browser.message(with: "the page has no folder")
    }
  }

  /// The letters of a simulated board are no examples; it pauses when a person begins to collect, and goes on at wish.
  @Test func whatASimulatedBoardWritesIsNoExample() async throws {
    let samples = try AirWriter(seed: 5).trace(of: "L").rows.compactMap { InertialSample($0) }
    var source = PageSource(words: "test")
    source.isSimulated = true
    try await RunningPage.serve(source: source) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      browser.sendMessage(#"{"do":"collect","label":"X"}"#)
      _ = try browser.message(with: #""isPaused":true"#)
      #expect(page.session.isBoardPaused)
      browser.sendMessage(#"{"do":"pause","on":false}"#)
      _ = try browser.message(with: #""isPaused":false"#)
      #expect(!page.session.isBoardPaused)
      page.board().send(samples)
      _ = try browser.message(with: #""stroke":1"#)
      Pointer.messages(through: Self.shapes[0].corners).forEach { browser.sendMessage($0) }
      // The first and only example is the person's.
      _ = try browser.message(with: #""counts":[{"count":1,"label":"X"}]"#)
    }
  }

  @Test func aDeletionIsUndoneAndOneSidedSetsAreRefused() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"train","holdOut":0}"#)
      _ = try browser.message(with: "there are no examples yet")
      for (label, count) in [("V", 1), ("L", 5)] {
        browser.sendMessage(#"{"do":"collect","label":"\#(label)"}"#)
        for _ in 0..<count {
          Pointer.messages(through: Self.shapes[0].corners).forEach { browser.sendMessage($0) }
        }
      }
      _ = try browser.message(with: #"{"count":5,"label":"L"}"#)
      browser.sendMessage(#"{"do":"train","holdOut":0}"#)
      _ = try browser.message(with: "which is one-sided: write at least 2 of V")
      browser.sendMessage(#"{"do":"delete","sample":1}"#)
      _ = try browser.message(with: #""deletedLabel":"V""#)
      browser.sendMessage(#"{"do":"undelete"}"#)
      _ = try browser.message(with: "the V is back")
    }
  }

  /// A class of one's own stands beside the labels of the model, and what is recorded is not typed.
  @Test func aClassIsAddedToThePackedModel() async throws {
    let model = try LoadedModel.packed
    let known: LiveSession.KnownLetters = { features in
      NetworkLetter.letters(
        of: try AirWriter(seed: 9).trace(of: "ABCDLV"), writer: "9", featureSet: features)
    }
    let zap: [SIMD2<Double>] = [[10, 10], [110, 40], [10, 70], [110, 110]]
    try await RunningPage.serve(model: model, known: known) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"collect","label":"zap"}"#)
      for _ in 0..<3 { Pointer.messages(through: zap).forEach { browser.sendMessage($0) } }
      browser.sendMessage(#"{"do":"collect"}"#)
      browser.sendMessage(#"{"do":"train","holdOut":20}"#)
      let taught = try browser.message(with: "taught 3 examples of zap")
      #expect(taught.contains(#""Y","Z","zap"]"#), "\(taught)")
      #expect(taught.contains("too few to rely on"), "\(taught)")
      let state = try browser.message(with: #""kind":"state""#)
      #expect(state.contains(#""text":[]"#), "\(state)")
      Pointer.messages(through: zap).forEach { browser.sendMessage($0) }
      _ = try browser.message(with: #""text":[{"isRejected":false,"label":"zap"}]"#)
    }
  }

  /// Three examples of each label teach the packed model, which keeps its other labels; the answers to one of each are
  /// the rate. A first click trains, a second goes back, and what was saved by itself is loaded.
  @Test func fewExamplesTeachThePackedModel() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = try LoadedModel.packed
    let known: LiveSession.KnownLetters = { features in
      NetworkLetter.letters(
        of: try AirWriter(seed: 9).trace(of: "ABCDLV"), writer: "9", featureSet: features)
    }
    try await RunningPage.serve(folder: folder.path, model: model, known: known) { page in
      let browser = try page.browser()
      for (label, corners) in Self.shapes {
        browser.sendMessage(#"{"do":"collect","label":"\#(label)"}"#)
        for _ in 0..<3 { Pointer.messages(through: corners).forEach { browser.sendMessage($0) } }
      }
      browser.sendMessage(#"{"do":"train","holdOut":20}"#)
      let taught = try browser.message(with: "taught 6 examples of L V")
      #expect(taught.contains("% right of 2 examples that were held out"), "\(taught)")
      #expect(taught.contains(#""labels":["A","B","C""#), "\(taught)")
      browser.sendMessage(#"{"do":"restore"}"#)
      _ = try browser.message(with: "\(model.name) is in use again")
    }
    // A second after the last change it is saved.
    try await RunningPage.serve(folder: folder.path, model: model) { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"collect","label":"L"}"#)
      Pointer.messages(through: Self.shapes[0].corners).forEach { browser.sendMessage($0) }
      _ = try browser.message(with: #"{"count":1,"label":"L"}"#)
      let file = folder.appendingPathComponent("ink.jsonl").path
      let deadline = Date.now + 300
      while (try? InkSample.read(contentsOf: file).count) != 1 {
        try #require(Date.now < deadline, "nothing is saved")
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    let saved = try SavedPage(folder: folder.path)
    try await RunningPage.serve(folder: folder.path, model: model, saved: saved) { page in
      let browser = try page.browser()
      _ = try browser.message(with: #""counts":[{"count":1,"label":"L"}]"#)
    }
  }
}
