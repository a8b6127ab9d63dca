import Foundation
import QuillonRecognizer
import QuillonSystem
import QuillonTraining

extension TrainCommand {
  /// Trains a packed model, or tests such models on writers that are held out.
  func runNetwork(
    _ featureSet: FeatureSet, _ file: OutputFile?, _ bytes: OutputFile?, _ swift: OutputFile?
  ) throws {
    let recorded = try letters.networkLetters(
      featureSet, repeatAir: network.repeatAir, beside: simulated > 0)
    let writing = ProgressBar("writing ", total: simulated)
    let simulated = try SimulatedLetters.networkLetters(
      people: simulated, seed: seed, letters: written, featureSet: featureSet, gestures: gestures,
      parameters: try letters.parameters()
    ) { writing.show($0) }
    let all = (recorded + simulated).filter { $0.isGarbage || learns($0.label) }
    if network.isValidation { return try validate(all, featureSet) }
    let bar = ProgressBar("training", total: settings(featureSet).passes)
    let model = try training(featureSet).train(on: all) { bar.show($0) }
    if let file { try model.write(to: file) }
    if let bytes { try bytes.write(try model.bytesWithoutOrigin()) }
    if let swift {
      try swift.write(try SwiftEmitter.source(of: model, name: Self.typeName(swift)).utf8)
    }
    var learned = NetworkEvaluation(labels: model.labels)
    try learned.add(model, all)
    let report = NetworkReport(
      learned, samples: all.count, bytes: model.bytes.count, modelID: model.model.modelID,
      isOfItsOwnLetters: true)
    try report.print(json: json)
  }

  private func validate(_ letters: [NetworkLetter], _ featureSet: FeatureSet) throws {
    let folds = self.letters.folds(letters, count: network.folds, seed: seed)
    let bar = ProgressBar("training", total: settings(featureSet).passes * folds.count)
    var validation = WriterValidation(training(featureSet))
    validation.closesGates = network.gates
    let evaluation = try validation.evaluate(letters, folds: folds, progress: { bar.show($0) })
    try NetworkReport(evaluation, samples: letters.count, tellsRejection: true).print(json: json)
  }

  private func settings(_ featureSet: FeatureSet) -> NetworkSettings {
    var settings = NetworkSettings.usual(
      featureSet, hidden: network.hidden, size: network.size?.sequence ?? .host, passes: passes,
      seed: seed)
    settings.omission = Float(network.omit ?? 0)
    return settings
  }

  private func training(_ featureSet: FeatureSet) -> NetworkTraining {
    var training = NetworkTraining(
      settings: settings(featureSet), featureSet: featureSet,
      air: network.writtenInAir ? letters.airWriting(teaching: featureSet) : nil, data: source)
    training.rejectRate = network.rejectRate ?? 0
    training.learnsGarbage = network.garbage
    training.falseAccepts = network.falseAccepts
    training.stabilizers = letters.settings
    return training
  }
}
