import QuillonNumerics
import QuillonRecognizer
import QuillonSimulator
import TestSupport
import Testing

/// The strokes before a letter decide how far it has to lead.
@Suite struct WritingContextTests {
  private static let threshold = Fixed<12>(1.25)

  /// What a letter after these strokes needs, each half a second after the one before. Where a gate rejected the stroke, the margin is 0.
  private func leastMargin(after margins: [Fixed<12>], pause: UInt32 = 500_000) -> Fixed<12> {
    var context = WritingContext()
    var time: UInt32 = 1_000_000
    for margin in margins {
      context.add(margin: margin, endingAt: time)
      time += 500_000
    }
    context.add(margin: .zero, endingAt: time - 500_000 + pause)
    return context.leastMargin(Self.threshold)
  }

  @Test func lettersLowerIt() {
    #expect(leastMargin(after: []) == Self.threshold)
    #expect(leastMargin(after: [Fixed(0.25)]) == Fixed(1.0))
    #expect(leastMargin(after: [Fixed(5)]) == Fixed(0.75))
    #expect(leastMargin(after: [Fixed(5), Fixed(5), .zero]) == Fixed(0.75))
  }

  @Test func otherStrokesRaiseIt() {
    #expect(leastMargin(after: [.zero]) == Fixed(2.25))
    #expect(leastMargin(after: [Fixed(-3), .zero, .zero, .zero]) == Fixed(3.25))
    #expect(leastMargin(after: [.zero, .zero, Fixed(1)]) == Fixed(2.25))
  }

  @Test func tenSecondsForget() {
    #expect(leastMargin(after: [.zero, .zero], pause: 10_000_000) == Fixed(3.25))
    #expect(leastMargin(after: [.zero, .zero], pause: 10_000_001) == Self.threshold)
    #expect(leastMargin(after: [Fixed(5)], pause: 10_000_001) == Self.threshold)
  }

  @Test func itIsNeverBelowZero() {
    var context = WritingContext()
    for time in [UInt32(1), 2] { context.add(margin: Fixed(5), endingAt: time) }
    #expect(context.leastMargin(Fixed(0.25)) == .zero)
    #expect(context.leastMargin(.zero) == .zero, "a model that rejects nothing")
  }

  /// With a button each letter counts by itself.
  @Test(arguments: [PenSource.samples, .motion])
  func onlyMotionHasAContext(pen: PenSource) throws {
    let model = PackedModel.simulatedAir
    var recognizer = Recognizer(
      model: model,
      parameters: RecognizerParameters(writing: WritingSettings(pen: pen)))
    let trace = SensorErrors.phone.apply(to: try AirWriter(seed: 1).trace(of: "QUILLON"), seed: 1)
    let samples =
      pen == .samples
      ? trace.replaySamples.map(\.sample)
      : try PenlessWriting("QUILLON", by: AirWriter(seed: 1), .phone, seed: 1).samples
    var least: [Fixed<12>?] = []
    for sample in samples {
      guard case .classification(let letter) = recognizer.push(sample) else { continue }
      let limit = recognizer.leastMargin
      least.append(limit)
      #expect(letter.isRejected == (letter.margin < (limit ?? .zero)))
    }
    #expect(least.count == 7)
    let later = pen == .motion ? model.rejectThreshold &- Fixed(0.5) : model.rejectThreshold
    #expect(least == [model.rejectThreshold] + Array(repeating: max(later, .zero), count: 6))
  }
}
