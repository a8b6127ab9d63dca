import QuillonBridge
import QuillonTraining

/// Shows what is being written while the hand moves.
extension LiveSession {
  /// Reads continuously from now on, or no longer. A linear model's scores are no probabilities; with one, letters are
  /// shown at the end of each stroke.
  func followContinuously(_ isOn: Bool) {
    continuous = isOn ? Self.reader(of: model, for: source) : nil
    snapshot.prediction = nil
    guard isOn, continuous == nil else { return }
    change {
      $0.message = "\(model.name) is linear and has no probabilities: learn shape and movement"
    }
  }

  /// What reads by `model` while the hand moves; nil for a linear model, or for a board that reads by itself.
  static func reader(of model: LoadedModel, for source: PageSource) -> ContinuousReader? {
    guard case .packed = model.kind, !source.recognizes else { return nil }
    return ContinuousReader(
      model: model.labeled,
      parameters: source.stabilizers.parameters(writing: source.withoutPen(source.withPen)))
  }

  /// True if predictions are shown instead of the results of strokes. Examples and tests are of strokes.
  var tellsWhileMoving: Bool {
    continuous != nil && collectionView.label == nil && !testView.isOn
  }

  /// Follows a sample or how the board moves at it.
  func predict(_ event: BridgeEvent) {
    guard let prediction = continuous?.follow(event) else { return }
    snapshot.prediction = PredictionView(prediction)
    guard tellsWhileMoving, let letter = prediction.letter else { return }
    snapshot.prediction?.held = letter.label
    show(.letter(letter), note: "held while the hand moved")
  }
}

/// What the hand may be writing.
struct PredictionView: Encodable {
  /// s by the board's clock.
  var time: Double
  /// The likeliest labels with their probabilities, 0…1, the likeliest first.
  var best: [LetterReading.Score]
  /// The label that holds with this prediction; nil if none does.
  var held: String?

  init(_ prediction: ContinuousReader.Prediction) {
    time = prediction.time
    best = prediction.shares.prefix(LiveSession.shownLabels).map {
      LetterReading.Score(label: $0.label, score: ($0.probability * 1000).rounded() / 1000)
    }
  }
}
