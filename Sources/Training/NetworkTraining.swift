import FixedPoint
import Foundation
import Recognition
import SeededRandom

/// Trains a packed model on letters.
public struct NetworkTraining: Sendable {
  /// How it trains.
  public var settings: NetworkSettings
  /// Which numbers the model scores.
  public var featureSet: FeatureSet
  /// How drawn letters are written in the air; nil if they stay on paper.
  public var air: AirWriting?
  /// The training data in words.
  public var data: String
  /// The share of letters that the model is to reject, 0…1: those of writers that it would not know. 0
  /// rejects nothing.
  public var rejectRate = 0.0

  /// A training from its parts.
  public init(
    settings: NetworkSettings, featureSet: FeatureSet, air: AirWriting? = nil, data: String
  ) {
    self.settings = settings
    self.featureSet = featureSet
    self.air = air
    self.data = data
  }

  /// The model that the letters teach. The same letters and settings give the same bytes.
  ///
  /// - Parameter progress: called after each pass with the number of passes done.
  public func train(
    on letters: [NetworkLetter], progress: (_ done: Int) -> Void = { _ in }
  ) throws(TrainingError) -> NetworkModel {
    guard !letters.isEmpty else { throw .noSamples }
    let labels = Set(letters.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .tooFewLabels(labels) }
    guard labels.count <= PackedModel.maximumLabels else { throw .tooManyLabels(labels.count) }
    let threshold = rejectRate > 0 ? try rejectThreshold(letters) : .zero
    return try train(on: letters, labels: labels, rejectThreshold: threshold, progress: progress)
  }

  private func train(
    on letters: [NetworkLetter], labels: [String], rejectThreshold: Fixed<12>,
    progress: (_ done: Int) -> Void
  ) throws(TrainingError) -> NetworkModel {
    let network = NetworkTrainer(settings).train(
      inputs: featureSet.count, labels: labels.count, targets: targets(letters, labels),
      weights: weights(letters),
      features: { index, random in omitting(example(letters[index], &random), &random) },
      progress: progress)
    var random = SeededRandom(seed: settings.seed)
    let examples = stride(from: 0, to: letters.count, by: max(letters.count / 2000, 1)).map {
      example(letters[$0], &random)
    }
    let integers = NetworkQuantizer.quantize(network, examples: examples)
    let header = ModelPacker.Header(
      featureSet: featureSet, labels: labels, origin: origin(letters),
      hiddenShift: integers.hiddenShift, scoreStep: integers.scoreStep,
      rejectThreshold: rejectThreshold)
    return try NetworkModel(ModelPacker.bytes(header, layers: integers.layers), name: "the model")
  }

  /// The margin below which `rejectRate` of the letters lie that a fifth of the writers wrote, asked of a model
  /// that the others taught. Of a single writer it is the one who taught.
  private func rejectThreshold(_ letters: [NetworkLetter]) throws(TrainingError) -> Fixed<12> {
    let folds = WriterSplit.folds(letters, count: 5, seed: settings.seed)
    let held = folds[0]
    let rest = folds.count > 1 ? folds.dropFirst().joined().sorted() : held
    let known = rest.map { letters[$0] }
    let model = try train(
      on: known, labels: Set(known.map(\.label)).sorted(), rejectThreshold: .zero,
      progress: { _ in }
    )
    var random = SeededRandom(seed: settings.seed)
    let margins = held.map { model.verdict(on: shown(letters[$0], &random)).margin }.sorted()
    return margins[min(Int(rejectRate * Double(margins.count)), margins.count - 1)]
  }

  /// A letter as it is shown this time.
  private func example(_ letter: NetworkLetter, _ random: inout SeededRandom) -> [Float] {
    var vector = shown(letter, &random).vector(featureSet)
    return (0..<vector.count).map { Float(vector[$0]) * 0x1p-14 }
  }

  /// The numbers without those left out; the others are enlarged to make up for them.
  private func omitting(_ values: [Float], _ random: inout SeededRandom) -> [Float] {
    guard settings.omission > 0 else { return values }
    return values.map {
      random.uniform() < Double(settings.omission) ? 0 : $0 / (1 - settings.omission)
    }
  }

  private func shown(_ letter: NetworkLetter, _ random: inout SeededRandom) -> NetworkLetter {
    var shown = letter
    switch letter.source {
    case .path where air != nil:
      shown = letter.writtenInAir(
        air ?? AirWriting(), by: settings.distortion, random: &random)
    case .path(let path), .trace(_, let path):
      shown.source = .path(path.distorted(by: settings.distortion, random: &random))
    case .vector: break
    }
    return shown
  }

  private func targets(_ letters: [NetworkLetter], _ labels: [String]) -> [Float] {
    let indices = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    let share = settings.smoothing / Float(labels.count)
    var targets = [Float](repeating: share, count: letters.count * labels.count)
    for (number, letter) in letters.enumerated() {
      if let index = indices[letter.label] {
        targets[number * labels.count + index] += 1 - settings.smoothing
      }
    }
    return targets
  }

  private func weights(_ letters: [NetworkLetter]) -> [Double] {
    let counts = letters.reduce(into: [:]) { $0[$1.writer, default: 0.0] += 1 }
    return letters.map { $0.emphasis * pow(counts[$0.writer] ?? 1, -settings.balance) }
  }

  private func origin(_ letters: [NetworkLetter]) -> String {
    let writers = Set(letters.map(\.writer)).count
    let place = air == nil ? "" : ", written in simulated air"
    return "\(data): \(letters.count) letters of \(writers) writers\(place); "
      + "passes \(settings.passes), seed \(settings.seed)"
      + (rejectRate > 0
        ? ", rejects \(ConfusionMatrix.percent(rejectRate)) of unknown writers" : "")
  }
}
