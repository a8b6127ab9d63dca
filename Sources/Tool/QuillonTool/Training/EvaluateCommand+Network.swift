import ArgumentParser
import Foundation
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem
import QuillonTraining

extension EvaluateCommand {
  /// Tests a packed model, or models like it.
  func runNetwork(_ named: NetworkModel, named name: String, _ page: OutputFile?) throws {
    if leaveOneWriterOut { return try leaveOut(named, named: name, page) }
    let model = try answers.map { try named.restricted(to: $0) } ?? named
    let asked = inAir(
      try letters.networkLetters(model.model.featureSet)
        .filter { $0.isGarbage || answers?.contains($0.label) ?? true })
    var evaluation = NetworkEvaluation(labels: model.labels, closesGates: gates)
    try evaluation.add(model, asked)
    try NetworkReport(
      evaluation, samples: asked.count, bytes: model.bytes.count, modelID: model.model.modelID,
      tellsRejection: reject || !letters.motion.isEmpty,
      personal: try personalEvaluation(model, asked.filter { !$0.isGarbage })
    ).print(json: json)
    try draw(
      evaluation.matrix, by: .packed(model), named: name, evaluation: evaluation, inAir: asked,
      on: page)
  }

  /// Drawn letters as simulated people write them in the air, if this was asked for.
  private func inAir(_ letters: [NetworkLetter]) -> [NetworkLetter] {
    writtenInAir ? letters.writtenInAir(self.letters.airWriting, seed: 1) : letters
  }

  /// Tests what each writer's first letters teach the model. If some letters are from the air,
  /// drawn letters teach nothing.
  private func personalEvaluation(
    _ model: NetworkModel, _ letters: [NetworkLetter]
  ) throws -> PersonalEvaluation? {
    guard let personalize else { return nil }
    guard let training = PersonalTraining(model, sparing: try spared(model.model.featureSet))
    else {
      throw ValidationError("--personalize needs a model with hidden units.")
    }
    let asked = Set(self.letters.folds(letters, count: nil, seed: 1).joined())
    var evaluation = PersonalEvaluation(examples: personalize, labels: model.labels)
    try evaluation.add(
      training, letters.indices.filter(asked.contains).map { letters[$0] },
      others: letters.indices.filter { !asked.contains($0) }.map { letters[$0] })
    return evaluation
  }

  /// Letters whose scores a personal layer should change least: those of the named files, or those
  /// of simulated people.
  private func spared(_ featureSet: FeatureSet) throws -> [NetworkLetter] {
    guard !sparing.isEmpty else {
      return try SimulatedLetters.spared(
        featureSet, air: letters.airWriting, parameters: letters.parameters())
    }
    let drawn = NetworkLetter.letters(
      of: try sparing.flatMap { try InkSample.read(contentsOf: $0) }, featureSet: featureSet)
    return featureSet.isOfTheAir ? drawn.writtenInAir(letters.airWriting, seed: 2) : drawn
  }

  /// Trains models with the features and hidden units of the named one, and tests each on a writer
  /// that it does not know.
  private func leaveOut(_ named: NetworkModel, named name: String, _ page: OutputFile?) throws {
    let featureSet = named.model.featureSet
    let letters = try letters.networkLetters(featureSet, repeatAir: NetworkOptions.usualRepeat)
    let folds = self.letters.folds(letters, count: nil, seed: 1)
    let settings = NetworkSettings.usual(
      featureSet, hidden: named.model.hiddenCount, size: named.sequenceSize ?? .host)
    var training = NetworkTraining(
      settings: settings, featureSet: featureSet,
      air: featureSet.isOfTheAir ? self.letters.airWriting(teaching: featureSet) : nil,
      data: "all but one")
    training.learnsGarbage = named.model.hasGarbage
    let bar = ProgressBar("training", total: settings.passes * folds.count)
    var validation = WriterValidation(training, answers: answers)
    validation.closesGates = gates
    let evaluation = try validation.evaluate(letters, folds: folds, progress: { bar.show($0) })
    try NetworkReport(evaluation, samples: evaluation.matrix.n, tellsRejection: reject)
      .print(json: json)
    try draw(
      evaluation.matrix, by: .packed(named), named: name, evaluation: evaluation, on: page)
  }
}
