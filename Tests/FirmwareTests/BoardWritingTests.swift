import QuillonConversions
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// A host sends a board the settings of the hand that writes with it.
@Suite(.waiting) struct BoardWritingTests {
  /// The board's events of strokes once it has processed every sample.
  private func events(of conversation: Conversation) -> [Event] {
    conversation.settle()
    return conversation.heard.compactMap { message in
      switch message {
      case .classification(let classification): .classification(classification)
      case .rejection(let rejection): .rejected(rejection)
      case .abandonment(let reason): .abandoned(reason)
      default: nil
      }
    }
  }

  /// A board that was set to find the pen by the motion reports what the host's recognizer reports, to the last bit.
  @Test(arguments: Machine.allCases)
  func aBoardWithoutAButtonFindsTheLetters(_ machine: Machine) throws {
    var writer = AirWriter(seed: 1)
    writer.holdTime = 0.4
    let samples = try writer.trace(of: "LO").replaySamples.map { replayed in
      var sample = replayed.sample
      sample.pen = .up
      return sample
    }
    try compare(.withoutButton, on: machine, samples)
  }

  /// It joins what a rest has split, as the host does.
  @Test(arguments: Machine.allCases)
  func aBoardWithoutAButtonJoinsPieces(_ machine: Machine) throws {
    var writer = AirWriter(seed: 1)
    writer.holdTime = 0.4
    writer.style.hesitation = 0.5
    let samples = try writer.trace(of: "KZ").replaySamples.map { replayed in
      var sample = replayed.sample
      sample.pen = .up
      return sample
    }
    try compare(.withoutButton, on: machine, samples)
  }

  /// A board on a wrist that was sent its plane reads as the host does in that plane, to the last bit.
  @Test(arguments: Machine.allCases)
  func aBoardOnAWristReadsInItsPlane(_ machine: Machine) throws {
    let samples = try AirWriter(wearing: 3, azimuth: 2).trace(of: "LO").replaySamples
      .map(\.sample)
    let settings = WritingSettings(
      plane: PlaneRule(.wrist, azimuth: BinaryAngle(bits: 0x517D_0000)))
    try compare(settings, on: machine, samples)
  }

  /// The board with these settings and the host's recognizer report the same for two letters.
  private func compare(
    _ settings: WritingSettings, on machine: Machine, _ samples: [InertialSample]
  ) throws {
    var recognizer = Recognizer(
      model: machine.model, parameters: RecognizerParameters(writing: settings))
    let expected = samples.compactMap { recognizer.push($0)?.withoutRivals }
    try #require(expected.count == 2)
    let conversation = try Conversation(machine)
    conversation.send(.settings(settings))
    #expect(
      conversation.first { $0 == .settings(settings) } != nil, "it confirms by the same message")
    conversation.play(samples)
    #expect(events(of: conversation) == expected)
  }

  /// The board confirms what it goes by: firmware has no letters of several strokes.
  @Test func aBoardSaysWhatItDoesNotFollow() throws {
    let conversation = try Conversation(.mps2)
    conversation.send(.settings(WritingSettings(penUpTime: 300, gates: .limits)))
    let confirmed = Message.settings(WritingSettings(gates: .limits))
    #expect(conversation.first { $0 == confirmed } != nil)
  }
}
