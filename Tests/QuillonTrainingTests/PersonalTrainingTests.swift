import QuillonRecognizer
import QuillonTraining
import Testing

@Suite struct PersonalTrainingTests {
  /// What was taught is known afterwards, and no letter that is spared is read otherwise than before
  /// more often than when nothing is spared.
  @Test func examplesAreLearnedAndTheRestIsSpared() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C", "D"], seed: 11)
    let known = NetworkModelTests.letters(400, seed: 12)
    let training = try #require(PersonalTraining(model, sparing: known))
    let others = NetworkModelTests.letters(400, seed: 13)
    let before = others.map { model.classification(on: $0).label }
    var example = NetworkModelTests.letters(1, seed: 14)[0]
    example.label = model.labels[(Int(model.classification(on: example).label) + 1) % 4]
    let classifications = try #require(
      training.classifications(after: [example], on: [example] + others))
    #expect(model.labels[Int(classifications[0].label)] == example.label, "seeds 11 to 14")
    let changed = zip(before, classifications.dropFirst()).count { $0 != $1.label }
    let careless = try #require(PersonalTraining(model, sparing: [example]))
    let carelessly = try #require(careless.classifications(after: [example], on: others))
    let moreChanged = zip(before, carelessly).count { $0 != $1.label }
    #expect(changed < moreChanged, "seeds 11 to 14: \(changed) of 400, not \(moreChanged)")
  }

  /// The margin that is wanted is one that known letters have, and 15 to one at most.
  @Test func noMoreIsWantedThanTheModelCanTell() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C", "D"], seed: 21)
    let known = NetworkModelTests.letters(400, seed: 22)
    let training = try #require(PersonalTraining(model, sparing: known))
    let having = known.count { model.classification(on: $0).margin >= training.margin }
    #expect(
      having >= 120 && training.margin <= PackedModel.wantedMargin,
      "seeds 21 and 22: \(having) of 400")
    let sure = known.filter { model.classification(on: $0).margin > PackedModel.wantedMargin }
    guard !sure.isEmpty else { return }
    #expect(PersonalTraining(model, sparing: sure)?.margin == PackedModel.wantedMargin)
  }

  /// A model of its own answers as the taught layer does, but for letters between two labels.
  @Test func whatWasTaughtBecomesAModel() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C", "D"], seed: 31)
    let known = NetworkModelTests.letters(400, seed: 32)
    let training = try #require(PersonalTraining(model, sparing: known))
    let examples = NetworkModelTests.letters(12, seed: 33)
    let taught = try #require(try training.taughtModel(examples))
    #expect(taught.labels == model.labels && taught.bytes != model.bytes)
    let others = NetworkModelTests.letters(400, seed: 34)
    let exact = try #require(training.classifications(after: examples, on: others))
    let same = zip(exact, others).count { $0.label == taught.classification(on: $1).label }
    #expect(same >= 390, "seeds 31 to 34: \(same) of 400")
  }

  @Test func aLinearModelHasNothingPersonal() throws {
    let model = try NetworkModelTests.model(hidden: 0, labels: ["A", "B", "C"], seed: 15)
    #expect(PersonalTraining(model, sparing: NetworkModelTests.letters(9, seed: 16)) == nil)
    let layered = try NetworkModelTests.model(hidden: 4, labels: ["A", "B", "C"], seed: 15)
    #expect(PersonalTraining(layered, sparing: []) == nil)
  }

  /// The first letters of each label are learned from, the others asked; letters of others count once for
  /// each writer.
  @Test func firstLettersTeachAndTheRestIsAsked() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C", "D"], seed: 17)
    let letters = NetworkModelTests.letters(60, seed: 18)
    let training = try #require(PersonalTraining(model, sparing: letters))
    var other = NetworkModelTests.letters(1, seed: 19)[0]
    other.label = "D"
    var evaluation = PersonalEvaluation(examples: 3, labels: model.labels)
    try evaluation.add(training, letters, others: [other, letters[0]])
    #expect(evaluation.before.matrix.n == 60 - 2 * 3 * 3)
    #expect(evaluation.after.matrix.n == evaluation.before.matrix.n)
    #expect(evaluation.untaughtBefore.n == 2 && evaluation.untaughtAfter.n == 2)
    var nobody = PersonalEvaluation(examples: 10, labels: model.labels)
    #expect(throws: TrainingError.noSamples) { try nobody.add(training, letters) }
  }
}
