import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// What the page learns from its examples.
public enum Learner: String, Codable, Sendable {
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
  /// the very examples learned from are.
  ///
  /// Throws `TrainingError` for fewer than two labels, or more than a model holds.
  static func learn(
    _ examples: [Example], holdingOut percent: Int, by learner: Learner
  ) async throws -> TrainingUpdate {
    let (shown, heldOut) = split(examples, percent)
    let asked = heldOut.isEmpty ? examples : heldOut
    switch learner {
    case .zones:
      let settings = PerceptronSettings()
      let trial = try await model(of: shown, settings, accuracy: 0)
      let confusion = try trial.evaluate(FeatureExtraction.Result(samples: samples(of: asked)))
      return TrainingUpdate(
        model: .linear(try await model(of: examples, settings, accuracy: confusion.accuracy)),
        confusion: confusion, heldOut: heldOut.count)
    case .movement:
      let trial = try training(of: examples).train(on: letters(of: shown))
      var evaluation = NetworkEvaluation(labels: trial.labels)
      try evaluation.add(trial, letters(of: asked))
      return TrainingUpdate(
        model: .packed(try training(of: examples).train(on: letters(of: examples))),
        confusion: evaluation.matrix, heldOut: heldOut.count)
    }
  }

  /// The examples' features for files and for the lab's kind of model.
  static func samples(of examples: [Example]) -> [FeatureSample] {
    examples.map { FeatureSample(label: $0.label, writer: nil, features: $0.features) }
  }

  /// The examples as letters for a network: first what was drawn, then what was written in the air.
  static func letters(of examples: [Example]) -> [NetworkLetter] {
    let drawn = NetworkLetter.letters(of: inkSamples(of: examples), featureSet: featureSet)
    let trace = trace(of: examples)
    let air = NetworkLetter.letters(of: trace, writer: "examples", featureSet: featureSet)
    return drawn
      + air.map { letter in
        var letter = letter
        if !drawn.isEmpty { letter.emphasis = airEmphasis }
        return letter
      }
  }

  private static func training(of examples: [Example]) -> NetworkTraining {
    let files = [inkFile, motionFile].filter { name in
      examples.contains { $0.source?.isDrawn == (name == inkFile) }
    }
    return NetworkTraining(
      settings: .usual(featureSet, hidden: hidden), featureSet: featureSet,
      data: files.joined(separator: ", "))
  }

  private static func model(
    of examples: [Example], _ settings: PerceptronSettings, accuracy: Double
  ) async throws -> ModelFile {
    let set = try TrainingSet(samples(of: examples))
    let table = await PerceptronTrainer(settings).train(on: set)
    return try ModelFile(
      quantizing: table,
      origin: ModelFile.Origin(
        data: "examples written for the page", settings: settings, samples: examples.count,
        accuracy: accuracy))
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
