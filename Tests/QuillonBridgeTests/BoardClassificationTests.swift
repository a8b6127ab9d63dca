import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import Testing

@Suite struct BoardClassificationTests {
  private func hello(model modelID: UInt32) -> Message {
    .hello(
      Hello(
        board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
        modelID: modelID))
  }

  private let classification = Message.classification(
    Classification(label: 1, score: Fixed(2.5), margin: Fixed(0.5), isRejected: true))

  @Test func aClassificationOfTheBoardIsALetter() throws {
    let samples = Arrow.samples([]).map { (message: Message.sample($0), time: $0.timestamp) }
    let events = try Connection.bridge().feed(
      [(hello(model: Arrow.modelID), 0)] + samples + [(classification, 250_000)])
    var letter = Letter(
      time: 0.25, label: "L", score: 2.5, margin: 0.5, isRejected: true, source: .board)
    letter.leastMargin = 0
    #expect(events.letters == [letter])
  }

  @Test func rivalsHaveTheLabelsOfTheBoardsModel() throws {
    var rivals = Rivals()
    rivals.append(0, behind: Fixed(0.5))
    rivals.append(9, behind: Fixed(3.5))
    let answer = Classification(
      label: 1, score: Fixed(2.5), margin: Fixed(0.5), isRejected: false, rivals: rivals)
    let events = try Connection.bridge().feed([
      (hello(model: Arrow.modelID), 0), (.classification(answer), 250_000),
    ])
    let letter = try #require(events.letters.first)
    #expect(letter.rivals.map(\.label) == ["R", "#9"])
    #expect(letter.rivals.map(\.score) == [2, -1])
  }

  /// A board with a sensor chip repeats its hello. It is reported once, and again when it is another one.
  @Test func aRepeatedHelloIsToldOnce() throws {
    let events = try Connection.bridge().feed([
      (hello(model: Arrow.modelID), 0), (hello(model: Arrow.modelID), 4_000_000),
      (hello(model: 1), 8_000_000),
      (hello(model: Arrow.modelID), 9_000_000),
    ])
    let told = events.compactMap { if case .hello(let hello) = $0 { hello.modelID } else { nil } }
    #expect(told == [Arrow.modelID, 1, Arrow.modelID])
  }

  /// A stroke before the attitude of a board that recognizes by itself has settled is reported as such.
  @Test func aStrokeThatTheBoardGaveUpIsTold() throws {
    let bridge = try Connection.bridge()
    let events = try bridge.feed([
      (hello(model: Arrow.modelID), 0), (.abandonment(.notConverged), 1_500_000),
      (.abandonment(.gap), 2_000_000),
    ])
    let told = events.compactMap { event in
      if case .abandoned(let reason, _) = event { reason } else { nil }
    }
    #expect(told == [.notConverged, .gap])
    #expect(bridge.summary.letters == 0 && bridge.summary.damaged == 0)
  }

  @Test func aClassificationByAnotherModelHasANumberForALabel() throws {
    let bridge = try Connection.bridge()
    let events = try bridge.feed([
      (hello(model: 0xBAD), 0), (classification, 10), (classification, 20),
    ])
    #expect(events.letters.map(\.label) == ["#1", "#1"])
    #expect(bridge.summary.letters == 2)
    #expect(bridge.summary.samples == 0)
  }
}
