import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel

/// Trains a packed model on letters.
public struct NetworkTraining: Sendable {
  /// The settings of the training.
  public var settings: NetworkSettings
  /// The feature set that the model uses.
  public var featureSet: FeatureSet
  /// How drawn letters are simulated as written in the air; nil if they stay on paper.
  public var air: AirWriting?
  /// A description of the training data.
  public var data: String
  /// How the letters in the air were read. The model remembers it.
  public var stabilizers = StabilizerSettings()
  /// The share of letters of unknown writers that the model is to reject, 0…1. 0 rejects nothing.
  public var rejectRate = 0.0
  /// True if the model has an output for motion that is not a letter.
  ///
  /// This output learns from letters that are cut at wrong places, from simulated motion, and from
  /// the examples that are not letters. It is meant for features of letters in the air.
  public var learnsGarbage = false
  /// The share of windows of other motion that gates and threshold together may accept; nil if
  /// ``rejectRate`` determines the threshold.
  ///
  /// The windows come from recordings that the model does not know. If there are no such
  /// recordings, they come from simulated hands.
  public var falseAccepts: Double?

  /// A training from its parts.
  public init(
    settings: NetworkSettings, featureSet: FeatureSet, air: AirWriting? = nil, data: String
  ) {
    self.settings = settings
    self.featureSet = featureSet
    self.air = air
    self.data = data
  }

  /// Trains a model on letters. The same letters and settings give the same bytes.
  ///
  /// - Parameters:
  ///   - letters: the examples.
  ///   - progress: called after each pass with the number of completed passes.
  /// - Throws: `TrainingError` when there are no letters, or too few or too many labels.
  public func train(
    on letters: [NetworkLetter], progress: (_ done: Int) -> Void = { _ in }
  ) throws(TrainingError) -> NetworkModel {
    guard !letters.isEmpty else { throw .noSamples }
    let labels = Self.labels(of: letters)
    guard labels.count >= 2 else { throw .tooFewLabels(labels) }
    guard labels.count <= PackedModel.maximumLabels else { throw .tooManyLabels(labels.count) }
    let calibration = try calibration(letters)
    return try train(on: letters, labels: labels, calibration: calibration, progress: progress)
  }

  func train(
    on letters: [NetworkLetter], labels: [String], calibration: Calibration,
    progress: (_ done: Int) -> Void = { _ in }
  ) throws(TrainingError) -> NetworkModel {
    let known = learnsGarbage ? letters + garbage(letters) : letters.filter { !$0.isGarbage }
    // The recognizer rejects such motion before it asks a model.
    let letters = known.filter { !$0.isGarbage || !$0.isTooSmall }
    let hasGarbage = letters.contains(where: \.isGarbage)
    let outputs = labels + (hasGarbage ? [NetworkLetter.garbage] : [])
    var random = SeededRandom(seed: settings.seed)
    let examples = stride(from: 0, to: letters.count, by: max(letters.count / 2000, 1)).map {
      example(letters[$0], &random)
    }
    let disturbance = Disturbance(settings, examples: examples)
    let network = NetworkTrainer(settings).train(
      inputs: featureSet.count, labels: outputs.count, targets: targets(letters, outputs),
      weights: weights(letters),
      features: { index, random in
        disturbance.disturbed(example(letters[index], &random), random: &random)
      },
      progress: progress)
    let integers = NetworkQuantizer.quantize(network, examples: examples)
    let header = ModelPacker.Header(
      featureSet: featureSet, labels: labels, origin: origin(letters),
      hiddenShift: integers.hiddenShift,
      scoreStep: Self.divided(integers.scoreStep, by: calibration.temperature),
      rejectThreshold: Self.divided(calibration.rejectThreshold, by: calibration.temperature),
      hasGarbage: hasGarbage, stabilizers: stabilizers,
      sequence: integers.sequence)
    return try NetworkModel(ModelPacker.bytes(header, layers: integers.layers), name: "the model")
  }

  private static func divided<let bits: Int>(
    _ number: Fixed<bits>, by temperature: Double
  ) -> Fixed<bits> {
    Fixed(bits: Int32(clamping: Int((Double(number.bits) / temperature).rounded())))
  }

  static func labels(of letters: [NetworkLetter]) -> [String] {
    Set(letters.map(\.label)).subtracting([NetworkLetter.garbage]).sorted()
  }

  /// Simulated examples that are not letters, in addition to the recorded ones.
  private func garbage(_ letters: [NetworkLetter]) -> [NetworkLetter] {
    var random = SeededRandom(seed: settings.seed)
    let count = max(letters.count / 30, 100)
    return Garbage.halves(of: letters, count: count, featureSet: featureSet, random: &random)
      + Garbage.motion(
        air ?? AirWriting(), count: count, featureSet: featureSet, random: &random)
  }

  /// The features of a letter as shown this time.
  private func example(_ letter: NetworkLetter, _ random: inout SeededRandom) -> [Float] {
    var vector = shown(letter, &random).vector(featureSet)
    return (0..<vector.count).map { Float(vector[$0]) * 0x1p-14 }
  }

  func shown(_ letter: NetworkLetter, _ random: inout SeededRandom) -> NetworkLetter {
    var shown = letter
    var distortion = settings.distortion
    // Other motion has no upright direction.
    if letter.isGarbage { distortion.rotation = .pi }
    switch letter.source {
    case .path where air != nil:
      shown = letter.writtenInAir(air ?? AirWriting(), by: distortion, random: &random)
    case .path(let path), .trace(_, let path):
      shown.source = .path(path.distorted(by: distortion, random: &random))
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
    let weights = letters.map {
      $0.isGarbage ? 0 : $0.emphasis * pow(counts[$0.writer] ?? 1, -settings.balance)
    }
    let garbage = letters.count { $0.isGarbage }
    guard garbage > 0 else { return weights }
    let share = settings.garbageShare / (1 - settings.garbageShare)
    let weight = share * weights.reduce(0, +) / Double(garbage)
    return weights.map { $0 == 0 ? weight : $0 }
  }

  private func origin(_ letters: [NetworkLetter]) -> String {
    let motions = Set(letters.filter(\.isGarbage).map(\.writer)).subtracting([""]).count
    let letters = letters.filter { !$0.isGarbage }
    let writers = Set(letters.map(\.writer)).count
    let place = air == nil ? "" : ", written in simulated air"
    let others = motions > 0 ? ", \(motions) recordings of other motion" : ""
    let garbage = learnsGarbage ? ", halves of letters and simulated motion\(others)" : ""
    var text =
      "\(data): \(letters.count) letters of \(writers) writers\(place)\(garbage); "
      + "passes \(settings.passes), seed \(settings.seed)"
    if let falseAccepts {
      text += ", accepts \(ConfusionMatrix.percent(falseAccepts)) of unknown motion"
    } else if rejectRate > 0 {
      text += ", rejects \(ConfusionMatrix.percent(rejectRate)) of unknown writers"
    }
    return text
  }
}
