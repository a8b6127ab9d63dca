import Recognition
import SeededRandom
import TestSupport
import Testing
import Training

@Suite struct NetworkTrainingTests {
  /// Lines to the right and down of several writers, which anybody can tell apart.
  static func letters(seed: UInt64) -> [NetworkLetter] {
    var random = SeededRandom(seed: seed)
    return (0..<120).map { index in
      let isDown = index.isMultiple(of: 2)
      let points = (0..<12).map { step in
        let (along, across) = (Double(step) / 11, random.normal(deviation: 0.03))
        return LetterPath.Point(
          x: isDown ? across : along, y: isDown ? along : across, isPenDown: true)
      }
      return NetworkLetter(
        label: isDown ? "D" : "R", writer: "w\(index % 6)",
        source: .path(LetterPath(points: points)))
    }
  }

  private static func training(hidden: Int, air: AirWriting? = nil) -> NetworkTraining {
    var settings = NetworkSettings()
    settings.hidden = hidden
    settings.passes = 8
    settings.rate = 0.01
    return NetworkTraining(settings: settings, featureSet: .airPath, air: air, data: "lines")
  }

  @Test(arguments: [0, 8]) func learnsWhatCanBeLearned(hidden: Int) throws {
    let letters = Self.letters(seed: 3)
    let model = try Self.training(hidden: hidden).train(on: letters)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, Self.letters(seed: 4))
    #expect(evaluation.matrix.accuracy > 0.98, "seeds 3, 4: \(evaluation.matrix.accuracy)")
    #expect(model.labels == ["D", "R"] && model.model.hiddenCount == hidden)
    #expect(model.origin.contains("120 letters of 6 writers"))
  }

  @Test func sameLettersAndSeedGiveTheSameBytes() throws {
    let letters = Self.letters(seed: 5)
    let first = try Self.training(hidden: 6).train(on: letters)
    let second = try Self.training(hidden: 6).train(on: letters)
    #expect(first.bytes == second.bytes)
    var other = Self.training(hidden: 6)
    other.settings.seed = 2
    #expect(try other.train(on: letters).bytes != first.bytes)
  }

  /// A tenth of the letters of writers it does not know lies below the threshold; without a rate none.
  @Test func theThresholdRejectsTheShareThatWasAskedFor() throws {
    var training = Self.training(hidden: 6, air: AirWriting())
    #expect(try training.train(on: Self.letters(seed: 8)).model.rejectThreshold == .zero)
    training.rejectRate = 0.2
    let model = try training.train(on: Self.letters(seed: 8))
    #expect(model.model.rejectThreshold > .zero && model.origin.contains("rejects 20.0 %"))
    var random = SeededRandom(seed: 9)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(
      model,
      Self.letters(seed: 10).map { $0.writtenInAir(AirWriting(), by: .air, random: &random) })
    let row = evaluation.rejection.byModel
    #expect((0.02...0.5).contains(row.rejected), "seeds 8, 9, 10: \(row)")
    let half = evaluation.rejection.rejecting(0.5)
    #expect(half.rejected == 0.5 && half.accuracy >= row.accuracy - 0.02, "\(half) \(row)")
  }

  @Test func writesInSimulatedAir() throws {
    let letters = Self.letters(seed: 6)
    let model = try Self.training(hidden: 0, air: AirWriting()).train(on: letters)
    var random = SeededRandom(seed: 7)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(
      model, letters.map { $0.writtenInAir(AirWriting(), by: .air, random: &random) })
    #expect(evaluation.matrix.accuracy > 0.8, "seed 7: \(evaluation.matrix.accuracy)")
  }

  @Test func noWriterIsOnBothSides() {
    let letters = Self.letters(seed: 8)
    for count in [2, 4, 6, 9] {
      let folds = WriterSplit.folds(letters, count: count, seed: 1)
      #expect(folds.count == min(count, 6))
      #expect(folds.flatMap(\.self).sorted() == Array(letters.indices))
      let writers = folds.map { Set($0.map { letters[$0].writer }) }
      #expect(writers.reduce(0) { $0 + $1.count } == 6)
    }
  }

  @Test func intervalHoldsTheTotalAndWorstIsFound() {
    var table = WriterTable()
    for index in 0..<200 { table.add(writer: "a\(index % 10)", isCorrect: index % 7 != 0) }
    for _ in 0..<20 { table.add(writer: "poor", isCorrect: false) }
    #expect(table.interval.contains(table.total.accuracy))
    #expect(table.worst()?.writer == "poor")
    #expect(table.total.n == 220)
  }
}
