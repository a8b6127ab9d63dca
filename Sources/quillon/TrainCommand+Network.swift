import Foundation
import Recognition
import Training

extension TrainCommand {
  /// Trains a packed model, or tells how well such models do on writers held back.
  func runNetwork(_ featureSet: FeatureSet) throws {
    let letters =
      try letters.networkLetters(featureSet)
      + SimulatedLetters.networkLetters(people: simulated, seed: seed, featureSet: featureSet)
    if network.isValidation { return try validate(letters, featureSet) }
    let model = try train(letters, featureSet, title: "training")
    if let out { try model.write(to: out) }
    if let emitSwift {
      let name = URL(fileURLWithPath: emitSwift).deletingPathExtension().lastPathComponent
      let source = try SwiftEmitter.source(of: model, name: name)
      try Data(source.utf8).write(to: URL(fileURLWithPath: emitSwift))
    }
    var learned = NetworkEvaluation(labels: model.labels)
    try learned.add(model, letters)
    let report = NetworkReport(
      learned, samples: letters.count, bytes: model.bytes.count, stamp: model.model.stamp)
    try report.print(json: json)
  }

  private func validate(_ letters: [NetworkLetter], _ featureSet: FeatureSet) throws {
    let writers = Set(letters.map(\.writer)).count
    let folds = WriterSplit.folds(
      letters, count: network.leaveOneWriterOut ? writers : network.folds ?? writers, seed: seed)
    var evaluation = NetworkEvaluation(labels: Set(letters.map(\.label)).sorted())
    for (number, held) in folds.enumerated() {
      let isHeld = Set(held)
      let rest = letters.indices.filter { !isHeld.contains($0) }.map { letters[$0] }
      let model = try train(rest, featureSet, title: "fold \(number + 1)/\(folds.count)")
      try evaluation.add(model, held.map { letters[$0] })
    }
    try NetworkReport(evaluation, samples: letters.count).print(json: json)
  }

  private func train(
    _ letters: [NetworkLetter], _ featureSet: FeatureSet, title: String
  ) throws -> NetworkModel {
    var settings = NetworkSettings()
    settings.hidden = network.hidden
    settings.passes = passes ?? 60
    settings.rate = network.hidden > 0 ? 0.004 : 0.02
    settings.distortion = network.writtenInAir ? .air : .paper
    settings.seed = seed
    var training = NetworkTraining(
      settings: settings, featureSet: featureSet, air: network.writtenInAir ? AirWriting() : nil,
      data: source)
    training.rejectRate = network.rejectRate
    let bar = ProgressBar(title, total: settings.passes)
    return try training.train(on: repeated(letters)) { bar.show($0) }
  }

  /// Recorded letters are few beside drawn ones, so each counts more often.
  private func repeated(_ letters: [NetworkLetter]) -> [NetworkLetter] {
    guard !self.letters.ink.isEmpty, !self.letters.air.isEmpty else { return letters }
    let recorded = letters.filter {
      if case .vector = $0.source { !$0.writer.hasPrefix("simulated/") } else { false }
    }
    return letters + (1..<network.repeatAir).flatMap { _ in recorded }
  }
}
