import QuillonNumerics
import QuillonRecognizer
import QuillonTraining
import Testing

@Suite struct RejectionTableTests {
  private static func answer(margin: Double, isCorrect: Bool, to table: inout RejectionTable) {
    table.add(
      Classification(
        label: 0, score: .zero, margin: Fixed(bits: Int32(margin * 4_096)), isRejected: false),
      isCorrect: isCorrect)
  }

  /// Margins of 0 are tosses, large margins are sure; the parts are sorted and of the same size.
  @Test func calibrationSortsAnswersByProbability() {
    var table = RejectionTable()
    for index in 0..<10 {
      Self.answer(margin: 0, isCorrect: index < 4, to: &table)
      Self.answer(margin: 6, isCorrect: true, to: &table)
    }
    let bins = table.calibration(bins: 2)
    #expect(bins.map(\.count) == [10, 10] && bins.map(\.accuracy) == [0.4, 1])
    #expect(abs(bins[0].probability - 0.5) < 1e-9)
    #expect(abs(bins[1].probability - 0.997_527) < 1e-5)
  }

  /// There are never more parts than answers, and none of what a gate rejected.
  @Test func calibrationOfFewAnswers() {
    var table = RejectionTable()
    #expect(table.calibration(bins: 10).isEmpty)
    Self.answer(margin: 1, isCorrect: true, to: &table)
    table.add(
      Classification(label: 0, score: .zero, margin: .zero, isRejected: false), isCorrect: false,
      passes: false)
    #expect(table.calibration(bins: 10).map(\.count) == [1])
  }
}
