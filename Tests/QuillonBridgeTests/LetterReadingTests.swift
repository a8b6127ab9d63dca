import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import Testing

@Suite struct LetterReadingTests {
  /// A letter is the recognizer's answer, with its ink and every label's score; read at once it comes earlier, no more.
  @Test(arguments: ["lab", "simulated-air"], [false, true])
  func itSaysWhatTheRecognizerSays(name: String, readsAtOnce: Bool) throws {
    let model = try LoadedModel(named: name)
    let samples = try AirWriter(seed: 5).trace(of: "QUILLON").replaySamples.map(\.sample)
    var recognizer = Recognizer(model: model.letterModel)
    var events: [Event] = []
    for sample in samples { if let event = recognizer.push(sample) { events.append(event) } }
    while let event = recognizer.finish() { events.append(event) }

    let bridge = Bridge(model: model.letterModel, labels: model.labels, owner: model.owner)
    bridge.readsAtOnce = readsAtOnce
    var told: [BridgeEvent] = []
    for sample in samples { bridge.push(sample) { told.append($0) } }
    let letters = told.letters

    #expect(events.count == 7)
    try #require(letters.count == events.count)
    for (event, letter) in zip(events, letters) {
      guard case .classification(let classification) = event, let reading = letter.reading else {
        Issue.record("\(event) became \(letter)")
        continue
      }
      #expect(letter.label == model.labels[Int(classification.label)])
      #expect(letter.score == classification.score.double)
      #expect(letter.margin == classification.margin.double)
      #expect(letter.isRejected == classification.isRejected)
      #expect(reading.scores.count == model.labels.count)
      #expect(reading.scores[0].label == letter.label)
      #expect(abs(reading.scores[0].score - letter.score) < 0x1p-11)
      #expect(abs(reading.scores[0].score - reading.scores[1].score - letter.margin) < 0x1p-11)
      #expect(reading.ink.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
      #expect(reading.ink.count > 20)
    }
  }

  /// What a model is changed for reads from the next letter on.
  @Test func aModelCanBeChanged() throws {
    let (first, second) = (try LoadedModel(named: "simulated-air"), try LoadedModel(named: "lab"))
    let samples = try AirWriter(seed: 5).trace(of: "LO").replaySamples.map(\.sample)
    let bridge = Bridge(model: first.letterModel, labels: first.labels, owner: first.owner)
    var letters: [Letter] = []
    for sample in samples {
      bridge.push(sample) { event in
        guard case .letter(let letter) = event else { return }
        letters.append(letter)
        bridge.read(
          by: LabeledModel(second.letterModel, labels: second.labels.map { $0.lowercased() }))
      }
    }
    #expect(letters.map(\.label) == ["L", "o"])
  }
}
