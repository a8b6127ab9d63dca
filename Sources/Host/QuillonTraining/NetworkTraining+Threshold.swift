import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel

extension NetworkTraining {
  /// What letters of unknown writers, and unknown motion, show about the answers of a model.
  struct Calibration {
    /// The margin below which the model rejects.
    var rejectThreshold = Fixed<12>.zero
    /// The number by which the scores are divided, so that margins are logarithms of odds.
    var temperature = 1.0
  }

  /// Determines the threshold and the temperature.
  ///
  /// They are determined on letters and motion of a fifth of the writers and recordings, with a model
  /// trained on the others. If the rate of false accepts determines the threshold, this is repeated for
  /// each fifth. Only then the temperature is fitted: a single fifth has too few writers.
  func calibration(_ letters: [NetworkLetter]) throws(TrainingError) -> Calibration {
    guard rejectRate > 0 || falseAccepts != nil else { return Calibration() }
    var (answers, motion) = ([SoftmaxTemperature.Answer](), [Fixed<12>]())
    let folds = WriterSplit.folds(letters, count: 5, seed: settings.seed)
    var brief = self
    // Networks that read paths take long, and a quarter of the passes is enough.
    if settings.sequence != nil { brief.settings.passes = max(settings.passes / 4, 1) }
    for held in falseAccepts == nil ? folds.prefix(1) : folds[...] {
      let isHeld = Set(folds.count > 1 ? held : [])
      let known = letters.indices.filter { !isHeld.contains($0) }.map { letters[$0] }
      let model = try brief.train(
        on: known, labels: Self.labels(of: known), calibration: Calibration())
      var random = SeededRandom(seed: settings.seed)
      let asked = held.map { letters[$0] }
      answers += asked.filter { !$0.isGarbage }.map {
        let classification = model.classification(on: shown($0, &random))
        return SoftmaxTemperature.Answer(
          margin: classification.margin,
          isCorrect: model.labels[Int(classification.label)] == $0.label)
      }
      if letters.contains(where: \.isGarbage) {
        motion += Self.margins(model, asked.filter(\.isGarbage))
      } else {
        motion += Self.margins(
          model,
          Garbage.motion(
            air ?? AirWriting(), count: 1_000, featureSet: featureSet, random: &random))
      }
    }
    guard let falseAccepts else {
      let margins = answers.map(\.margin).sorted()
      return Calibration(
        rejectThreshold: margins[min(Int(rejectRate * Double(margins.count)), margins.count - 1)])
    }
    motion.sort(by: >)
    let most = min(Int(falseAccepts * Double(motion.count)), motion.count - 1)
    return Calibration(
      rejectThreshold: max(Fixed(bits: motion[most].bits &+ 1), .zero),
      temperature: SoftmaxTemperature.fitted(to: answers))
  }

  /// The margins of windows of motion. Windows that the gates or the minimum size reject get the
  /// smallest possible margin.
  private static func margins(
    _ model: NetworkModel, _ windows: [NetworkLetter]
  ) -> [Fixed<12>] {
    windows.map {
      $0.passesGates && !model.rejectsAsTooSmall($0) ? model.classification(on: $0).margin : .min
    }
  }
}
