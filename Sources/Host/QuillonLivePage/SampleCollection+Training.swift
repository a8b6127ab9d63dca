import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// What the page learns from its examples.
public enum Learner: String, CaseIterable, Codable, Sendable {
  /// A packed model keeps its labels. It is taught the examples of these, and gets the other labels beside them. Without such a
  /// model this is `movement`.
  case automatic
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
    /// The answers to the examples that were held out; nil if none was, because answers to training examples are no evidence.
    var confusion: ConfusionMatrix?

    /// How good it is, for people.
    var rateWords: String {
      guard let confusion else {
        return "no rate: that takes three examples of each label, of which some are held out"
      }
      let percent = Int((confusion.accuracy * 100).rounded())
      let rate = "\(percent) % right of \(confusion.n) examples that were held out"
      return confusion.n < Self.enough ? rate + ", too few to rely on" : rate
    }

    /// With fewer examples held out than that, one of them changes the rate by more than 5 %.
    private static let enough = 20
  }

  /// The features by which a model of the page distinguishes movements, and its hidden units.
  private static let (featureSet, hidden) = (FeatureSet.airMovement, 40)
  /// How often an example in the air counts beside drawn ones, as `quillon train` counts it.
  private static let airEmphasis = 15.0

  /// Learns a model from all examples.
  ///
  /// So many percent of each label's examples, of three at least one, are held out: a first model is learned without
  /// these, the last of each label, and its answers to them are counted. With fewer than three examples of a label
  /// nothing is held out. Motion is read with `stabilizers`, and the model remembers them.
  ///
  /// Throws `TrainingError` for fewer than two labels, or more than a model holds.
  static func learn(
    _ examples: [Example], holdingOut percent: Int, by method: LearningPlan.Method,
    stabilizers: StabilizerSettings, known: LiveSession.KnownLetters? = nil
  ) async throws -> TrainingUpdate {
    let (shown, heldOut) = split(examples, percent)
    switch method {
    case .adding(let base):
      let features = base.model.featureSet
      let known = try known?(features).filter { base.labels.contains($0.label) } ?? []
      func taught(_ examples: [Example]) throws -> NetworkModel {
        let letters = letters(of: inRounds(examples), features, stabilizers)
        let new = letters.filter { !base.labels.contains($0.label) }
        var (model, added) = (base, [NetworkLetter]())
        for (label, letters) in Dictionary(grouping: new, by: \.label).sorted(by: {
          $0.key < $1.key
        }) {
          model = try model.adding(label, letters, apartFrom: added, sparing: known)
          added += letters
        }
        let own = letters.filter { base.labels.contains($0.label) }
        guard !own.isEmpty else { return model }
        guard let training = PersonalTraining(model, sparing: known + added) else {
          throw TrainingError.noSamples
        }
        return try training.taughtModel(own) ?? model
      }
      let trial = try taught(shown)
      return TrainingUpdate(
        model: .packed(try taught(examples)),
        confusion: try matrix(of: trial, letters(of: heldOut, features, stabilizers)))
    case .zones:
      let settings = PerceptronSettings()
      let trial = try await model(of: shown, settings, accuracy: 0, stabilizers)
      let confusion = try trial.evaluate(
        FeatureExtraction.Result(samples: samples(of: heldOut.isEmpty ? examples : heldOut)))
      return TrainingUpdate(
        model: .linear(
          try await model(of: examples, settings, accuracy: confusion.accuracy, stabilizers)),
        confusion: heldOut.isEmpty ? nil : confusion)
    case .movement:
      let training = training(of: examples, stabilizers)
      let model = try training.train(on: letters(of: examples, featureSet, stabilizers))
      let trial =
        heldOut.isEmpty
        ? model : try training.train(on: letters(of: shown, featureSet, stabilizers))
      return TrainingUpdate(
        model: .packed(model),
        confusion: try matrix(of: trial, letters(of: heldOut, featureSet, stabilizers)))
    }
  }

  /// The answers of `model` to letters; nil without letters.
  private static func matrix(
    of model: NetworkModel, _ letters: [NetworkLetter]
  ) throws -> ConfusionMatrix? {
    guard !letters.isEmpty else { return nil }
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, letters)
    return evaluation.matrix
  }

  /// The examples in rounds, in each of which every label comes once, as a person teaches them.
  private static func inRounds(_ examples: [Example]) -> [Example] {
    var counts: [String: Int] = [:]
    return examples.map { example -> (round: Int, example: Example) in
      counts[example.label, default: 0] += 1
      return (counts[example.label] ?? 0, example)
    }
    .sorted { ($0.round, $0.example.label) < ($1.round, $1.example.label) }.map(\.example)
  }

  /// The examples' features for files and for the lab's kind of model.
  static func samples(of examples: [Example]) -> [FeatureSample] {
    examples.map { FeatureSample(label: $0.label, writer: nil, features: $0.features) }
  }

  /// The examples as letters for a network: first what was drawn, then what was written in the air.
  private static func letters(
    of examples: [Example], _ featureSet: FeatureSet, _ stabilizers: StabilizerSettings
  ) -> [NetworkLetter] {
    let drawn = examples.compactMap { drawnLetter($0, featureSet) }
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
  private static func drawnLetter(
    _ example: Example, _ featureSet: FeatureSet
  ) -> NetworkLetter? {
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
    let counts = groups.map {
      percent == 0 || $0.count < 3 ? 0 : max($0.count * percent / 100, 1)
    }
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
