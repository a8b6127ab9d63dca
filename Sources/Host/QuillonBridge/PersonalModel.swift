import QuillonNumerics
import QuillonRecognizer

/// A packed model together with what one person has taught it. The model itself does not change.
/// What is learned is a layer in memory that can be stored in a file.
///
/// Not thread-safe.
public final class PersonalModel {
  /// The model.
  public let model: PackedModel
  /// The labels of the model's outputs, in their order.
  public let labels: [String]
  /// The number of training updates, without those that were undone.
  public private(set) var trainingUpdates = 0
  private let margin: Fixed<12>
  private let metric: ActivationMetric
  private let owner: AnyObject
  private var layer: PersonalLayer<9_344, 73>

  /// The outcome of a training update.
  public enum Outcome: String, Sendable {
    /// The weights have changed.
    case learned
    /// Nothing has changed: the letter was read right already, by the wanted margin.
    case known
    /// The model has no such label.
    case unknownLabel = "unknown label"
    /// The weights cannot hold the change.
    case refused
    /// No letter was read yet.
    case noLetter = "no letter"
    /// The last training update was undone.
    case undone
    /// There was no training update to undo.
    case nothingToUndo = "nothing to undo"
    /// The board that read the letter uses another model.
    case otherModel = "other model"
    /// The firmware of the board that read the letter accepts no training updates.
    case notTeachable = "not teachable"
    /// The board that read the letter no longer answers. It may have learned.
    case noAnswer = "no answer"
  }

  /// Creates a personal model without training updates. Nil if the model is linear or too large for
  /// a layer.
  ///
  /// - Parameters:
  ///   - model: The model as it was shipped.
  ///   - labels: Its labels in the order of its scores.
  ///   - margin: By how much the right label must win after a training update, Q19.12.
  ///   - metric: The metric of the activations of this model. With it a training update changes
  ///     other answers little.
  ///   - owner: Keeps the bytes of the model and of the metric alive.
  public init?(
    _ model: PackedModel, labels: [String], margin: Fixed<12>, metric: ActivationMetric,
    owner: AnyObject
  ) {
    guard let layer = PersonalLayer<9_344, 73>(model) else { return nil }
    self.model = model
    self.labels = labels
    self.margin = margin
    self.metric = metric
    self.owner = owner
    self.layer = layer
  }

  /// Classifies a letter with the person's layer.
  ///
  /// - Parameters:
  ///   - features: The features of the letter.
  ///   - mask: The labels that may be answers.
  /// - Returns: The label, its score and the margin.
  public func classification(
    on features: FeatureVector, mask: LabelMask = LabelMask()
  ) -> Classification {
    var features = features
    return layer.classification(model, on: &features, mask: mask)
  }

  /// Learns that a letter with these features means `label`. Allocates nothing.
  ///
  /// - Parameters:
  ///   - features: The features of the letter.
  ///   - label: Its right label.
  /// - Returns: `learned`, `known`, `refused` or `unknownLabel`.
  public func learn(_ features: FeatureVector, as label: String) -> Outcome {
    guard let truth = labels.firstIndex(of: label) else { return .unknownLabel }
    var features = features
    switch layer.learn(model, &features, as: truth, margin: margin, metric: metric) {
    case .learned:
      trainingUpdates += 1
      return .learned
    case .known: return .known
    case .refused: return .refused
    }
  }

  /// Undoes the last training update exactly, bit for bit. Only one update can be undone.
  ///
  /// - Returns: `undone` or `nothingToUndo`.
  public func undo() -> Outcome {
    guard layer.undo() else { return .nothingToUndo }
    trainingUpdates -= 1
    return .undone
  }

  /// The weights of the layer, output by output, in units of 2⁻⁷ of the model's weights. A new
  /// value must have the same count.
  public internal(set) var weights: [Int16] {
    get { layer.withWeights { Array($0) } }
    set { layer.withWeights { weights in _ = weights.update(fromContentsOf: newValue) } }
  }

  /// The margin that a training update must reach, Q19.12.
  var wantedMargin: Fixed<12> { margin }

  /// The matrix of the metric, row by row.
  var metricRows: [Int16] {
    (0..<model.hiddenCount * model.hiddenCount).map { metric[$0] }
  }

  /// Removes everything learned.
  func forget() {
    _ = layer.begin(model)
    trainingUpdates = 0
  }

  /// Sets what a file or a board has stored.
  func restore(_ weights: [Int16], trainingUpdates: Int) {
    self.weights = weights
    self.trainingUpdates = trainingUpdates
    layer.forgetChange()
  }
}
