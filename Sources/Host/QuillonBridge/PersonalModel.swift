import QuillonNumerics
import QuillonRecognizer

/// A packed model with what one person has taught it. The model itself stays as it is: what is learned is a
/// layer in memory, which a file can keep.
///
/// Not for several threads at once.
public final class PersonalModel {
  /// The model.
  public let model: PackedModel
  /// What its outputs stand for.
  public let labels: [String]
  /// How many training updates were learned, those that were taken back left out.
  public private(set) var trainingUpdates = 0
  private let margin: Fixed<12>
  private let metric: ActivationMetric
  private let owner: AnyObject
  private var layer: PersonalLayer<4096>

  /// What became of a training update.
  public enum Outcome: String, Sendable {
    /// The weights have changed.
    case learned
    /// The letter was read right by the wanted margin already.
    case known
    /// The model has no such label.
    case unknownLabel = "unknown label"
    /// The weights have no room for it.
    case refused
    /// No letter was read since it began.
    case noLetter = "no letter"
    /// The last training update was taken back.
    case undone
    /// There was none to be taken back.
    case nothingToUndo = "nothing to undo"
    /// The board that read the letter goes by another model.
    case otherModel = "other model"
    /// The firmware of the board that read the letter takes no training updates.
    case notTeachable = "not teachable"
    /// The board that read the letter does not answer any more; it may have learned.
    case noAnswer = "no answer"
  }

  /// The model as it was shipped; nil if it is linear or too large to be personal.
  ///
  /// - Parameters:
  ///   - model: the model as it was shipped.
  ///   - labels: its labels in the order of its scores.
  ///   - margin: by how much what was meant is to win.
  ///   - metric: of this model's activations, for training updates that change little else.
  ///   - owner: what the bytes of model and metric live as long as.
  public init?(
    _ model: PackedModel, labels: [String], margin: Fixed<12>, metric: ActivationMetric,
    owner: AnyObject
  ) {
    guard let layer = PersonalLayer<4096>(model) else { return nil }
    self.model = model
    self.labels = labels
    self.margin = margin
    self.metric = metric
    self.owner = owner
    self.layer = layer
  }

  /// What a person's layer says of a stroke's numbers.
  public func classification(on features: FeatureVector) -> Classification {
    var features = features
    return layer.classification(model, on: &features)
  }

  /// Learns that a stroke with these numbers means `label`. Nothing is allocated.
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

  /// Takes the last training update back, bit for bit; training updates before it stay.
  public func undo() -> Outcome {
    guard layer.undo() else { return .nothingToUndo }
    trainingUpdates -= 1
    return .undone
  }

  /// The layer's weights, output by output, in 2⁻⁷ of the model's. Setting takes exactly as many.
  public internal(set) var weights: [Int16] {
    get { layer.withWeights { Array($0) } }
    set { layer.withWeights { weights in _ = weights.update(fromContentsOf: newValue) } }
  }

  /// What one training update is to reach, Q19.12.
  var wantedMargin: Fixed<12> { margin }

  /// The metric's matrix, row by row.
  var metricRows: [Int16] {
    (0..<model.hiddenCount * model.hiddenCount).map { metric[$0] }
  }

  /// Back to the model as it was shipped.
  func forget() {
    _ = layer.begin(model)
    trainingUpdates = 0
  }

  /// What a file or a board says was learned.
  func restore(_ weights: [Int16], trainingUpdates: Int) {
    self.weights = weights
    self.trainingUpdates = trainingUpdates
    layer.forgetChange()
  }
}
