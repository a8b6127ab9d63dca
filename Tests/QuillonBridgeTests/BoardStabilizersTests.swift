import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import TestSupport
import Testing

/// The stabilizers of a board that recognizes letters itself: reported, set, refused, or not known.
@Suite(.waiting) struct BoardStabilizersTests {
  private static let damped = Stabilizers.dampedLab
  private static let other = Stabilizers(removesDrift: false)
  private static let hello = Message.hello(
    Hello(
      board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
      modelID: LinearModel.dampedLab.modelID))

  /// What a bridge reports of stabilizers while a board sends `messages` and answers by `answer`.
  private func reports(
    wanted: Stabilizers?, _ messages: [Message], within time: Duration = .milliseconds(300),
    answer: @escaping (Stabilizers) -> [Message] = { _ in [] }
  ) -> [BridgeEvent] {
    let line = ScriptedLine { message in
      if case .stabilizers(let asked) = message { answer(asked) } else { [] }
    }
    for message in messages { line.say(message) }
    let bridge = Bridge(model: LinearModel.dampedLab, labels: [])
    bridge.stabilizersOfBoard = wanted
    var reports: [BridgeEvent] = []
    let deadline = ContinuousClock.now + time
    _ = bridge.run(line, isCancelled: { .now >= deadline }) { event in
      if case .stabilizers = event { reports.append(event) }
    }
    return reports
  }

  /// A board repeats its hello for hosts that come later. What follows it is reported once.
  @Test func whatTheBoardUsesIsReportedOnce() {
    let told = Message.stabilizers(Self.damped)
    for wanted in [nil, Self.damped] {
      let reports = reports(wanted: wanted, [Self.hello, told, Self.hello, told, told])
      #expect(reports == [.stabilizers(Self.damped, isWanted: true)])
    }
  }

  @Test func whatIsWantedIsSet() {
    let reports = reports(
      wanted: Self.damped, [Self.hello, .stabilizers(Self.other)], answer: { [.stabilizers($0)] })
    #expect(reports == [.stabilizers(Self.damped, isWanted: true)])
  }

  @Test func aBoardThatDoesSomethingElseIsReported() {
    let reports = reports(
      wanted: Self.damped, [Self.hello], answer: { _ in [.stabilizers(Self.other)] })
    #expect(reports == [.stabilizers(Self.other, isWanted: false)])
  }

  /// Firmware that never damps does not answer. That is what the default stabilizers ask for.
  @Test func silenceMeansThatTheBoardNeverDamps() {
    #expect(
      reports(wanted: Self.damped, [Self.hello], within: .seconds(4))
        == [.stabilizers(nil, isWanted: false)])
    #expect(
      reports(wanted: Stabilizers(), [Self.hello], within: .seconds(4))
        == [.stabilizers(Stabilizers(), isWanted: true)])
  }

  /// A board that sends samples is not asked, even if a status comes first: this program integrates its strokes.
  @Test func aBoardThatSendsSamplesIsNotAsked() {
    let sample = InertialSample(timestamp: 0, acceleration: .specificForce(.zero), pen: .up)
    #expect(
      reports(wanted: Self.damped, [.status(Status()), .sample(sample)], within: .seconds(4)) == [])
  }
}
