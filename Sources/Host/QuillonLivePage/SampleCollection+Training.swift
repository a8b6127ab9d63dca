import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// What the page learns from its examples.
public enum Learner: String, CaseIterable, Codable, Sendable {
  /// A network of 40 hidden units on shape and movement, as
  /// `quillon train --feature-set airMovement --hidden 40` learns it. It is meant for gestures as well as for letters.
  case movement
  /// A linear model on the 27 + 1 zone features of the lab.
  case zones
}

extension SampleCollection {
  /// What a model learned, and how it does on examples that it was not shown.
  struct TrainingUpdate: Sendable {
    var model: LoadedModel.Kind
    var confusion: ConfusionMatrix
    /// How many examples the confusion was counted on.
    var heldOut: Int
  }

  /// What the movements of a model of the page are told by, and its hidden units.
  private static let (featureSet, hidden) = (FeatureSet.airMovement, 40)
  /// How often an example in the air counts beside drawn ones, as `quillon train` counts it.
  private static let airEmphasis = 15.0

  /// Learns a model from all examples.
  ///
  /// If so many percent of each label's examples are one or more, a first model is learned without these,
  /// the last of each label, and it is this one's answers to them that are counted. Otherwise the answers to
  /// the very examples learned from are. Motion is read with `stabilizers`, and the model remembers them.
  ///
  /// Throws `TrainingError` for fewer than two labels, or more than a model holds.
  static func learn(
    _ examples: [Example], holdingOut percent: Int, by learner: Learner,
    stabilizers: StabilizerSettings
  ) async throws -> TrainingUpdate {
    let (shown, heldOut) = split(examples, percent)
    let asked = heldOut.isEmpty ? examples : heldOut
    switch learner {
    case .zones:
      let settings = PerceptronSettings()
      let trial = try await model(of: shown, settings, accuracy: 0, stabilizers)
      let confusion = try trial.evaluate(FeatureExtraction.Result(samples: samples(of: asked)))
      return TrainingUpdate(
        model: .linear(
          try await model(of: examples, settings, accuracy: confusion.accuracy, stabilizers)),
        confusion: confusion, heldOut: heldOut.count)
    case .movement:
      let training = training(of: examples, stabilizers)
      let trial = try training.train(on: letters(of: shown, stabilizers))
      var evaluation = NetworkEvaluation(labels: trial.labels)
      try evaluation.add(trial, letters(of: asked, stabilizers))
      return TrainingUpdate(
        model: .packed(try training.train(on: letters(of: examples, stabilizers))),
        confusion: evaluation.matrix, heldOut: heldOut.count)
    }
  }

  /// The examples' features for files and for the lab's kind of model.
  static func samples(of examples: [Example]) -> [FeatureSample] {
    examples.map { FeatureSample(label: $0.label, writer: nil, features: $0.features) }
  }

  /// The examples as letters for a network: first what was drawn, then what was written in the air.
  private static func letters(
    of examples: [Example], _ stabilizers: StabilizerSettings
  ) -> [NetworkLetter] {
    let drawn = examples.compactMap(drawnLetter)
    let trace = trace(of: examples)
    let air = NetworkLetter.letters(
      of: trace, writer: "examples", featureSet: featureSet, parameters: stabilizers.parameters())
    return drawn
      + air.map { letter in
        var letter = letter
        if !drawn.isEmpty { letter.emphasis = airEmphasis }
        return letter
      }
  }

  /// A drawn example as a letter for a network; nil for an example that was not drawn.
  private static func drawnLetter(_ example: Example) -> NetworkLetter? {
    guard
      var letter = NetworkLetter.letters(
        of: inkSamples(of: [example]), featureSet: featureSet
      ).first
    else { return nil }
    // Drawn letters fill the unit square. A dot keeps the share of it that it was read with.
    if example.label.isLabelOfSmallStroke, case .path(var path) = letter.source {
      let (xs, ys) = (example.ink.map(\.x), example.ink.map(\.y))
      let extents = [xs, ys].map { ($0.max() ?? 0) - ($0.min() ?? 0) }
      let share = extents.max() ?? 0
      for index in path.points.indices {
        path.points[index].x *= share
        path.points[index].y *= share
      }
      letter.source = .path(path)
      var vector = letter.vector(featureSet)
      letter.source = .vector((0..<vector.count).map { vector[$0] })
    }
    return letter
  }

  private static func training(
    of examples: [Example], _ stabilizers: StabilizerSettings
  ) -> NetworkTraining {
    let files = [inkFile, motionFile].filter { name in
      examples.contains { $0.source?.isDrawn == (name == inkFile) }
    }
    var training = NetworkTraining(
      settings: .usual(featureSet, hidden: hidden), featureSet: featureSet,
      data: files.joined(separator: ", "))
    training.stabilizers = stabilizers
    return training
  }

  private static func model(
    of examples: [Example], _ settings: PerceptronSettings, accuracy: Double,
    _ stabilizers: StabilizerSettings
  ) async throws -> ModelFile {
    let set = try TrainingSet(samples(of: examples))
    let table = await PerceptronTrainer(settings).train(on: set)
    return try ModelFile(
      quantizing: table,
      origin: ModelFile.Origin(
        data: "examples written for the page", settings: settings, samples: examples.count,
        accuracy: accuracy),
      stabilizers: stabilizers)
  }

  private static func split(
    _ examples: [Example], _ percent: Int
  ) -> (shown: [Example], heldOut: [Example]) {
    let groups = Dictionary(grouping: examples, by: \.label).sorted { $0.key < $1.key }
      .map(\.value)
    let counts = groups.map { $0.count * percent / 100 }
    guard counts.allSatisfy({ $0 > 0 }) else { return (examples, []) }
    return (
      zip(groups, counts).flatMap { $0.dropLast($1) }, zip(groups, counts).flatMap { $0.suffix($1) }
    )
  }
}

extension StrokeSource {
  /// True for what was drawn with a pointer.
  var isDrawn: Bool { if case .drawn = self { true } else { false } }
}
