import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct NetworkTrainingTests {
  /// Lines to the right and down of several writers, which are easy to distinguish.
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

  /// What disturbs the numbers reaches them.
  @Test func noiseAndOmissionChangeWhatIsLearned() throws {
    let letters = Self.letters(seed: 5)
    let plain = try Self.training(hidden: 6).train(on: letters).bytes
    for change: (inout NetworkSettings) -> Void in [{ $0.noise = 0.3 }, { $0.omission = 0.1 }] {
      var training = Self.training(hidden: 6)
      change(&training.settings)
      let disturbed = try training.train(on: letters)
      #expect(disturbed.bytes != plain && disturbed.labels == ["D", "R"])
    }
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

  /// Paths of ever other swings: what one recording of a hand that does not write may hold.
  private static func motion(seed: UInt64) -> [NetworkLetter] {
    var random = SeededRandom(seed: seed)
    return (0..<120).map { index in
      let (x, y) = (random.uniform(in: 4...9), random.uniform(in: 4...9))
      let points = (0..<40).map { step in
        LetterPath.Point(
          x: sin(x * Double(step) / 40), y: cos(y * Double(step) / 40), isPenDown: true)
      }
      var vector = LetterPath(points: points).features(.airPath)
      return NetworkLetter(
        label: NetworkLetter.garbage, writer: "recording\(index % 6)",
        source: .vector((0..<vector.count).map { vector[$0] }))
    }
  }

  /// A model that learned what is no letter lets less of it pass, and the threshold keeps what it was asked to.
  @Test func whatIsNoLetterIsLearned() throws {
    var random = SeededRandom(seed: 12)
    let asked =
      Self.letters(seed: 13).map {
        $0.writtenInAir(AirWriting(), by: .air, random: &random)
      } + Self.motion(seed: 14)
    func row(_ learns: Bool, _ falseAccepts: Double?) throws -> RejectionTable.Row {
      var training = Self.training(hidden: 8, air: AirWriting())
      training.learnsGarbage = learns
      training.falseAccepts = falseAccepts
      let model = try training.train(on: Self.letters(seed: 11) + Self.motion(seed: 15))
      #expect(model.labels == ["D", "R"] && model.model.hasGarbage == learns)
      #expect(model.origin.contains("6 recordings of other motion") == learns)
      #expect(model.origin.contains("accepts") == (falseAccepts != nil))
      var evaluation = NetworkEvaluation(labels: model.labels)
      try evaluation.add(model, asked)
      #expect(evaluation.rejection.windows == 120 && evaluation.matrix.n == 120)
      return evaluation.rejection.byModel
    }
    let plain = try row(false, nil)
    let taught = try row(true, nil)
    #expect(plain.falseAccepts == 1 && (taught.falseAccepts ?? 1) < 0.3, "\(plain) \(taught)")
    let strict = try row(true, 0.02)
    #expect((strict.falseAccepts ?? 1) < 0.1 && strict.rejected < 0.9, "\(strict)")
    let barred = try row(false, 0.1)
    #expect((barred.falseAccepts ?? 1) < 0.3, "\(barred)")
  }

  /// Motion below the minimum size never reaches a model: no model learns from it, and none accepts it.
  @Test func motionBelowTheMinimumSizeIsNeitherLearnedNorAccepted() throws {
    let small = Self.motion(seed: 19).map { window in
      var window = window
      window.isTooSmall = true
      return window
    }
    var training = Self.training(hidden: 8, air: AirWriting())
    training.learnsGarbage = true
    let letters = Self.letters(seed: 18) + Self.motion(seed: 20)
    let model = try training.train(on: letters)
    let other = try training.train(on: letters + small)
    #expect(other.bytes == model.bytes)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, small)
    #expect(evaluation.rejection.windows == 120 && evaluation.rejection.byModel.falseAccepts == 0)
  }

  /// Every part has its share of recordings, and what a gate rejects counts as rejected where gates are closed.
  @Test func recordingsAreDealtOut() throws {
    let letters = Self.letters(seed: 16) + Self.motion(seed: 17)
    let folds = WriterSplit.folds(letters, count: 3, seed: 1)
    for fold in folds {
      let recordings = Set(fold.map { letters[$0] }.filter(\.isGarbage).map(\.writer))
      #expect(recordings.count == 2, "\(recordings)")
    }
    var table = RejectionTable()
    let classification = Classification(
      label: 0, score: .zero, margin: Fixed(bits: 4_096), isRejected: false)
    table.add(classification, isCorrect: true)
    table.add(classification, isCorrect: false, passes: false)
    table.add(motion: classification, passes: false)
    table.add(motion: classification, passes: true)
    #expect(table.byModel.rejected == 0.5 && table.byModel.accuracy == 1)
    #expect(table.byModel.falseAccepts == 0.5)
  }

  /// The temperature from the folds stretches all margins alike, and changes no answer.
  @Test func theTemperatureChangesMarginsAlone() throws {
    var training = Self.training(hidden: 6, air: AirWriting())
    training.learnsGarbage = true
    let letters = Self.letters(seed: 9)
    let plain = try training.train(on: letters)
    training.falseAccepts = 0.3
    let fitted = try training.train(on: letters)
    let scale = Double(fitted.model.scoreStep.bits) / Double(plain.model.scoreStep.bits)
    #expect(abs(scale - 1) > 0.01 && (0.25...4).contains(scale), "seed 9: \(scale)")
    for letter in Self.letters(seed: 10) {
      let (a, b) = (plain.classification(on: letter), fitted.classification(on: letter))
      #expect(a.label == b.label)
      #expect(abs(Double(b.margin.bits) - scale * Double(a.margin.bits)) < 4, "seeds 9, 10")
    }
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
    #expect(table.interval?.contains(table.total.accuracy) == true)
    #expect(table.worst()?.writer == "poor")
    #expect(table.total.n == 220)
  }

  /// The writer of whom most was rejected, right or wrong; few letters prove nothing.
  @Test func whoIsRejectedMostIsFound() {
    var table = WriterTable()
    for index in 0..<20 { table.add(writer: "a", isCorrect: true, isRejected: index < 3) }
    for index in 0..<10 { table.add(writer: "b", isCorrect: false, isRejected: index < 2) }
    for _ in 0..<9 { table.add(writer: "few", isCorrect: true, isRejected: true) }
    #expect(table.mostRejected()?.writer == "b" && table.mostRejected()?.row.rejectedShare == 0.2)
    var sum = WriterTable()
    sum.add(table)
    #expect(sum.total.rejected == 14 && WriterTable().mostRejected() == nil)
  }
}
