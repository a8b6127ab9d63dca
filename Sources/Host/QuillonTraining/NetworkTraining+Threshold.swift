import QuillonMath
import QuillonNumerics
import QuillonRecognizer

extension NetworkTraining {
  /// The margin below which the model rejects.
  ///
  /// It is determined on letters and motion of a fifth of the writers and recordings, with a model
  /// trained on the others. If the rate of false accepts determines it, this is repeated for each
  /// fifth.
  func rejectThreshold(_ letters: [NetworkLetter]) throws(TrainingError) -> Fixed<12> {
    guard rejectRate > 0 || falseAccepts != nil else { return .zero }
    var (margins, motion) = ([Fixed<12>](), [Fixed<12>]())
    let folds = WriterSplit.folds(letters, count: 5, seed: settings.seed)
    var brief = self
    // Networks that read paths take long, and a fourth of the passes tells enough.
    if settings.sequence != nil { brief.settings.passes = max(settings.passes / 4, 1) }
    for held in falseAccepts == nil ? folds.prefix(1) : folds[...] {
      let isHeld = Set(folds.count > 1 ? held : [])
      let known = letters.indices.filter { !isHeld.contains($0) }.map { letters[$0] }
      let model = try brief.train(
        on: known, labels: Self.labels(of: known), rejectThreshold: .zero)
      var random = SeededRandom(seed: settings.seed)
      let asked = held.map { letters[$0] }
      margins += asked.filter { !$0.isGarbage }.map {
        model.classification(on: shown($0, &random)).margin
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
      margins.sort()
      return margins[min(Int(rejectRate * Double(margins.count)), margins.count - 1)]
    }
    motion.sort(by: >)
    let most = min(Int(falseAccepts * Double(motion.count)), motion.count - 1)
    return max(Fixed(bits: motion[most].bits &+ 1), .zero)
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
