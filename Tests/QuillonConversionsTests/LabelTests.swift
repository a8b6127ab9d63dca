import QuillonConversions
import QuillonRecognizer
import Testing

@Suite struct LabelTests {
  private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  private static func answer(_ label: UInt8) -> Classification {
    Classification(label: label, score: .one, margin: .one, isRejected: false)
  }

  @Test func modelsKnowTheirLabels() {
    for model in [PackedModel.air, .airBoard, .airFeatures, .ink, .simulatedAir, .simulatedInk] {
      #expect(model.labels == Self.alphabet)
    }
    #expect(
      LinearModel.lab.labels == Self.alphabet && LinearModel.dampedLab.labels == Self.alphabet)
    let digits = "0123456789".map(String.init)
    #expect(PackedModel.airAlphanumeric.labels == digits + Self.alphabet)
    #expect(
      PackedModel.inkAlphanumeric.labels
        == digits + Self.alphabet + Self.alphabet.map { $0.lowercased() })
    #expect(LinearModel().labels == [])
    #expect(PackedModel.gestures.labels.count == PackedModel.gestures.labelCount)
    #expect(PackedModel.accelerometer.labels.count == PackedModel.accelerometer.labelCount)
  }

  @Test func classificationsHaveLabelsAndLetters() throws {
    let letters = PackedModel.ink
    #expect(letters.label(of: Self.answer(16)) == "Q")
    #expect(letters.letter(of: Self.answer(16)) == "Q")
    #expect(letters.label(of: Self.answer(26)) == nil)
    let gestures = PackedModel.gestures
    let shake = try #require(gestures.labels.firstIndex(of: "shake"))
    #expect(gestures.label(of: Self.answer(UInt8(shake))) == "shake")
    #expect(gestures.letter(of: Self.answer(UInt8(shake))) == nil)
  }
}
