import Foundation
import QuillonConversions
import QuillonEmulator
import QuillonFusion
import QuillonRecognizer
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// The firmware that reads gestures by an accelerometer alone.
@Suite(.waiting) struct GestureBoardTests {
  /// A micro:bit reports what the host reports, to the last bit.
  @Test func aMicrobitReadsGestures() throws {
    try Project.firmware()
    let trace = try AirWriter(seed: 1_000_301).trace(of: "<swipeUp><triangle><shake>")
    let samples = SensorErrors.phone.apply(to: trace, seed: 5).raw(.three).replaySamples
      .map(\.sample)
    let model = PackedModel.accelerometer
    let expected = model.classifications(on: samples).map(\.withoutRivals)
    #expect(expected.map { model.label(of: $0) } == ["swipeUp", "triangle", "shake"])
    let conversation = try Conversation(
      .nrf51822, image: Machine.nrf51822.image("RecognizerImage-gestures", in: Project.root))
    conversation.play(samples)
    _ = conversation.first { _ in conversation.classifications.count >= expected.count }
    #expect(conversation.classifications == expected)
    #expect(
      conversation.heard.contains {
        if case .hello(let hello) = $0 { hello.modelID == model.modelID } else { false }
      })
  }

  /// It has a sensor of Quillon's packets and no other.
  @Test(arguments: ["PROTOCOL=csv", "TEACHABLE=yes"])
  func whatItCannotHaveIsTold(option: String) {
    let error = #expect(throws: ToolFailure.self) {
      try Project.make("firmware", "BOARD=mps2-an386", "GESTURES=yes", option)
    }
    #expect(error?.said.contains("leave out PROTOCOL= and TEACHABLE=") == true)
  }
}
