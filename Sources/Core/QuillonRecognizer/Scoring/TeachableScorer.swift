/// A scorer of firmware whose model has hidden units, so that a board can be taught.
public protocol TeachableScorer: InkScorer {
  /// The feature set that its models must have.
  static var featureSet: FeatureSet { get }
  /// The model in use.
  var model: PackedModel? { get set }
  /// Copies the activations of the model's hidden units for the stroke that was classified last.
  /// They are invalid once the next stroke is being read.
  mutating func copyActivations(to activations: inout InlineArray<128, Int16>)
}
