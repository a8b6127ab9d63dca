import QuillonConversions
import QuillonRecognizer
import QuillonRecordings

/// A model, what its outputs stand for, and what keeps its bytes.
public struct LabeledModel: Sendable {
  /// The model.
  public let model: LetterModel
  /// The labels in the model's order; a missing one is told as `#` and its number.
  public let labels: [String]
  /// What the bytes of a packed model live as long as; nil of those that live forever.
  let owner: (any AnyObject & Sendable)?

  /// A model from its parts.
  public init(
    _ model: LetterModel, labels: [String], owner: (any AnyObject & Sendable)? = nil
  ) {
    self.model = model
    self.labels = labels
    self.owner = owner
  }

  /// The model that letters are recognized by when no other is named.
  public static var builtIn: LabeledModel {
    LabeledModel(
      .packed(BuiltInModel.makeModel()),
      labels: [String](labels: BuiltInModel.labels))
  }

  /// What output `index` stands for.
  func label(_ index: Int) -> String { index < labels.count ? labels[index] : "#\(index)" }

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

  /// Every label's score, the best first.
  ///
  /// - Parameters:
  ///   - zones: the letter as a linear model reads it.
  ///   - vector: its features as a packed model reads it.
  func scores(of zones: ZoneFeatures, _ vector: FeatureVector) -> [LetterReading.Score] {
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
    return zip(labels, scores).map { LetterReading.Score(label: $0, score: $1) }
      .sorted { $0.score > $1.score }
  }
}
