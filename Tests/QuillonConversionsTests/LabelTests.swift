import QuillonConversions
import QuillonRecognizer
import Testing

@Suite struct LabelTests {
  private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  private static func answer(_ label: UInt8) -> Classification {
    Classification(label: label, score: .one, margin: .one, isRejected: false)
  }

  @Test func listsBecomeStrings() {
    #expect([String](labels: StandardModel.labels) == Self.alphabet)
  }

  @Test func packedModelsKnowTheirLabels() {
    #expect(AirModel.makeModel().labels == [String](labels: AirModel.labels))
    #expect(InkModel.makeModel().labels == Self.alphabet)
    #expect(SimulatedAirModel.makeModel().labels == Self.alphabet)
    #expect(
      AccelerometerModel.makeModel().labels == [String](labels: AccelerometerModel.labels))
    #expect(GestureModel.makeModel().labels == [String](labels: GestureModel.labels))
  }

  @Test func classificationsHaveLabelsAndLetters() throws {
    let letters = InkModel.makeModel()
    #expect(letters.label(of: Self.answer(16)) == "Q")
    #expect(letters.letter(of: Self.answer(16)) == "Q")
    #expect(letters.label(of: Self.answer(26)) == nil)
    let gestures = GestureModel.makeModel()
    let shake = try #require(gestures.labels.firstIndex(of: "shake"))
    #expect(gestures.label(of: Self.answer(UInt8(shake))) == "shake")
    #expect(gestures.letter(of: Self.answer(UInt8(shake))) == nil)
  }
}
