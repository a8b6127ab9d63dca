import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import QuillonWire
import TestSupport
import Testing

/// Answers among the allowed labels, by this program and by a board that recognizes letters itself.
@Suite(.waiting) struct AllowedLabelTests {
  /// The letters of QUILLON, of which the first `count` are read before `change` is called.
  private func letters(
    _ allowed: Set<String>?, after count: Int = 7, change: (Bridge) -> Void = { _ in }
  ) throws -> [Letter] {
    let model = try LoadedModel(named: "simulated-air")
    let bridge = Bridge(model: model.letterModel, labels: model.labels, owner: model.owner)
    bridge.readsAtOnce = true
    bridge.allowedLabels = allowed
    var letters: [Letter] = []
    for sample in try AirWriter(seed: 5).trace(of: "QUILLON").replaySamples.map(\.sample) {
      bridge.push(sample) { event in
        guard case .letter(let letter) = event else { return }
        letters.append(letter)
        if letters.count == count { change(bridge) }
      }
    }
    return letters
  }

  @Test func otherLabelsAreNoAnswersAndHaveNoScores() throws {
    let all = try letters(nil)
    #expect(all.map(\.label).joined() == "QUILLON")
    let some = try letters(["L", "O", "X", "?"])
    #expect(some.map(\.label).joined().suffix(3).prefix(2) == "LO")
    for (letter, free) in zip(some, all) {
      let scores = try #require(letter.reading).scores
      #expect(Set(scores.map(\.label)) == ["L", "O", "X"] && scores[0].label == letter.label)
      #expect(abs(scores[0].score - scores[1].score - letter.margin) < 0x1p-11)
      if letter.label == free.label { #expect(letter.margin >= free.margin) }
    }
  }

  @Test func theNextLetterIsReadByTheNewLabels() throws {
    let read = try letters(["X"], after: 3) { $0.allowedLabels = nil }
    #expect(read.map(\.label).joined() == "XXXLLON")
  }

  /// What a board is sent and what the bridge reports, while the board sends its hello and answers by `answer`.
  private func board(
    _ allowed: Set<String>?, within time: Duration = .milliseconds(300),
    answer: @escaping (LabelMask) -> [Message]
  ) -> (asked: [LabelMask], reports: [BridgeEvent]) {
    let asked = Asked()
    let line = ScriptedLine { message in
      guard case .labelMask(let mask) = message else { return [] }
      asked.masks.append(mask)
      return answer(mask)
    }
    line.say(
      .hello(
        Hello(
          board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
          modelID: PackedModel.airBoard.modelID)))
    let bridge = Bridge(model: .packed(.air), labels: PackedModel.air.labels)
    bridge.allowedLabels = allowed
    var reports: [BridgeEvent] = []
    let deadline = ContinuousClock.now + time
    _ = bridge.run(line, isCancelled: { .now >= deadline }) { event in
      if case .labels = event { reports.append(event) }
    }
    return (asked.masks, reports)
  }

  private final class Asked: @unchecked Sendable {
    var masks: [LabelMask] = []
  }

  @Test func aBoardIsToldByTheLabelsOfItsModel() {
    let (asked, reports) = board(["C", "A"]) { [.labelMask($0)] }
    #expect(asked == [LabelMask(allowing: ["A", "C"], of: PackedModel.airBoard.labels)])
    #expect(reports == [.labels(areAllowed: true)])
    #expect(board(nil) { [.labelMask($0)] }.asked.isEmpty)
  }

  @Test func aBoardThatCannotIsReported() {
    let silent = board(["A"], within: .seconds(4)) { _ in [] }
    #expect(silent.asked.count == 4 && silent.reports == [.labels(areAllowed: false)])
    #expect(board(["A"]) { _ in [.labelMask(LabelMask())] }.reports == [.labels(areAllowed: false)])
  }
}
