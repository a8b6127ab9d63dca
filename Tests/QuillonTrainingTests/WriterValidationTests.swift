import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct WriterValidationTests {
  private static func training(passes: Int = 8) -> NetworkTraining {
    var settings = NetworkSettings()
    (settings.hidden, settings.passes, settings.rate) = (8, passes, 0.01)
    return NetworkTraining(settings: settings, featureSet: .airPath, data: "lines")
  }

  /// Each writer is asked once; letters in no fold are learned and not asked.
  @Test func everyFoldIsAskedOnce() throws {
    let letters = NetworkTrainingTests.letters(seed: 3)
    let folds = WriterSplit.folds(letters, count: 9, seed: 1) { $0.writer != "w0" }
    #expect(folds.count == 5)
    var done: [Int] = []
    let evaluation = try WriterValidation(Self.training())
      .evaluate(letters, folds: folds, progress: { done.append($0) })
    #expect(done == Array(1...40))
    #expect(evaluation.matrix.n == 100 && evaluation.writers.rows["w0"] == nil)
    #expect(evaluation.matrix.accuracy > 0.98, "seed 3: \(evaluation.matrix.accuracy)")
  }

  /// What others are read as does not count when it may be no answer.
  @Test func onlyTheAnswersAreAsked() throws {
    let letters = NetworkTrainingTests.letters(seed: 3)
    let folds = WriterSplit.folds(letters, count: 2, seed: 1)
    let evaluation = try WriterValidation(Self.training(passes: 1), answers: ["R"])
      .evaluate(letters, folds: folds)
    #expect(evaluation.matrix.labels == ["R"])
    #expect(evaluation.matrix.n == 60 && evaluation.matrix.correct == 60)
  }

  /// A writer of many letters does not drown one of few: who writes the labels the other way round is
  /// learned from as much as letters are emphasized.
  @Test func emphasisDecidesWhoIsBelieved() throws {
    func letters(_ emphasis: Double) -> [NetworkLetter] {
      let straight = NetworkTrainingTests.letters(seed: 5).map {
        var letter = $0
        letter.writer = "many"
        return letter
      }
      let few = straight.prefix(20).map {
        var letter = $0
        (letter.label, letter.writer) = ($0.label == "D" ? "R" : "D", "few")
        letter.emphasis = emphasis
        return letter
      }
      return straight + few
    }
    func accuracy(_ emphasis: Double) throws -> Double {
      let model = try Self.training(passes: 20).train(on: letters(emphasis))
      var evaluation = NetworkEvaluation(labels: model.labels)
      try evaluation.add(model, NetworkTrainingTests.letters(seed: 6))
      return evaluation.matrix.accuracy
    }
    #expect(try accuracy(0.1) > 0.95, "seeds 5, 6")
    #expect(try accuracy(50) < 0.05, "seeds 5, 6")
  }

  /// Numbers left out make another model of the same letters, which knows them too.
  @Test func numbersCanBeLeftOut() throws {
    let letters = NetworkTrainingTests.letters(seed: 7)
    var training = Self.training(passes: 20)
    let whole = try training.train(on: letters)
    training.settings.omission = 0.3
    let model = try training.train(on: letters)
    #expect(model.bytes != whole.bytes)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, NetworkTrainingTests.letters(seed: 8))
    #expect(evaluation.matrix.accuracy > 0.98, "seeds 7, 8: \(evaluation.matrix.accuracy)")
  }
}
