import QuillonNumerics

extension PackedModel {
  /// The scores of all labels for one stroke, for display: Q19.12, clamped; 0 for labels beyond
  /// ``labelCount``.
  ///
  /// Steps × Q1.30 of 2⁻¹⁴ = Q.44, one term below 2⁶¹, rounded to Q19.12 and clamped.
  ///
  /// - Parameter features: Of the model's feature set.
  public func scores(of features: FeatureVector) -> InlineArray<72, Fixed<12>> {
    var features = features
    var activations = activations(of: &features)
    var scores = InlineArray<72, Fixed<12>>(repeating: .zero)
    for label in 0..<Swift.min(labelCount, Self.maximumLabels) {
      let sum =
        hiddenCount > 0
        ? activations.withNumbers { output.sum(label, of: $0) }
        : features.withNumbers { output.sum(label, of: $0) }
      scores[unchecked: label] = Fixed(
        bits: WideSum(sum, times: scoreStep.bits).saturated(dropping: 32))
    }
    return scores
  }
}
