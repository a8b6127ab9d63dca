import QuillonConversions
import QuillonRecognizer
import QuillonTraining

/// What strokes are recognized by on the page: a model of either kind, and what it is called.
public struct PageModel: Sendable {
  /// The two kinds of model.
  public enum Kind: Sendable {
    /// The lab's: zones, linear.
    case linear(ModelFile)
    /// A packed one.
    case packed(NetworkModel)
  }

  /// The model itself.
  public let kind: Kind
  /// What it is called on the page.
  public let name: String

  /// A model with its name.
  public init(_ kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// What the verdicts' labels stand for.
  public var labels: [String] {
    switch kind {
    case .linear(let model): model.labels
    case .packed(let model): model.labels
    }
  }

  /// The model as the recognizer takes it; the bytes of a packed one live as long as ``owner``.
  public var letterModel: LetterModel {
    switch kind {
    case .linear(let model): .linear(model.linearModel)
    case .packed(let model): .packed(model.model)
    }
  }

  /// What the bytes of a packed model live as long as; nil for the other kind.
  public var owner: AnyObject? {
    switch kind {
    case .linear: nil
    case .packed(let model): model
    }
  }

  /// What it makes of a stroke: every label's score, in the order of ``labels``.
  ///
  /// - Parameters:
  ///   - zones: the stroke as the lab's kind of model reads it.
  ///   - vector: its numbers as a packed one reads it.
  func scores(of zones: ZoneFeatures, _ vector: FeatureVector) -> [Double] {
    switch kind {
    case .linear(let model):
      let step = model.linearModel.weightStep.double * 0x1p-14
      let values = (0..<ZoneFeatures.count).map { Int(zones[$0]) }
      return model.weights.rows.map { row in
        Double(zip(row, values).reduce(0) { $0 + Int($1.0) * $1.1 }) * step
      }
    case .packed(let model):
      let scores = model.model.scores(of: vector)
      return model.labels.indices.map { scores[$0].double }
    }
  }
}
