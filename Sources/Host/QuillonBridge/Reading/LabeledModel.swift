import QuillonConversions
import QuillonRecognizer
import QuillonRecordings

/// A model with its labels and the owner of its bytes.
public struct LabeledModel: Sendable {
  /// The model.
  public let model: LetterModel
  /// The labels in the order of the model's outputs. An output without a label is called `#` and
  /// its number.
  public let labels: [String]
  /// Keeps the bytes of a packed model alive. Nil if they are never freed.
  let owner: (any AnyObject & Sendable)?

  /// A model from its parts.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - labels: Its labels in the order of its outputs.
  ///   - owner: Keeps the bytes of a packed model alive. Nil if they are never freed.
  public init(
    _ model: LetterModel, labels: [String], owner: (any AnyObject & Sendable)? = nil
  ) {
    self.model = model
    self.labels = labels
    self.owner = owner
  }

  /// The default model: `air`.
  public static var builtIn: LabeledModel {
    LabeledModel(.packed(.air), labels: PackedModel.air.labels)
  }

  /// The margin below which a letter is rejected.
  var leastMargin: Double {
    switch model {
    case .linear(let model): model.rejectThreshold.double
    case .packed(let model): model.rejectThreshold.double
    }
  }

  /// The model's answer to a stroke below the minimum size: the best of the labels for such strokes. Nil if it has none.
  ///
  /// Such a stroke is known by its size. So the answer is never rejected. Its margin is at least 0.
  func classification(
    ofSmall reading: LetterReading
  ) -> (label: String, score: Double, margin: Double)? {
    guard let best = reading.scores.first(where: { $0.label.isLabelOfSmallStroke }) else {
      return nil
    }
    let rival = reading.scores.first { $0.label != best.label }
    return (best.label, best.score, max(best.score - (rival?.score ?? best.score), 0))
  }

  /// The scores of the allowed labels, the best first.
  ///
  /// - Parameters:
  ///   - zones: The features for a linear model.
  ///   - vector: The features for a packed model.
  ///   - mask: The labels that are allowed. Those for small strokes always are.
  func scores(
    of zones: ZoneFeatures, _ vector: FeatureVector, mask: LabelMask
  ) -> [LetterReading.Score] {
    let scores: [Double]
    switch model {
    case .linear(let model):
      let step = model.weightStep.double * 0x1p-14
      scores = labels.indices.map { label in
        let sum = (0..<ZoneFeatures.count).reduce(0) {
          $0 + Int(model.weight(label: label, feature: $1)) * Int(zones[$1])
        }
        return Double(sum) * step
      }
    case .packed(let model):
      let values = model.scores(of: vector)
      scores = (0..<min(labels.count, model.labelCount)).map { values[$0].double }
    }
    return zip(labels, scores).enumerated()
      .filter { mask.allows($0) || $1.0.isLabelOfSmallStroke }
      .map { LetterReading.Score(label: $1.0, score: $1.1) }
      .sorted { $0.score > $1.score }
  }
}
