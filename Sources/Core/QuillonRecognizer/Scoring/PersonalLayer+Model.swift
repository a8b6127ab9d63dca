import QuillonNumerics

extension PersonalLayer {
  /// Classifies a stroke by its features with this layer, among the labels that `mask` allows.
  public mutating func classification(
    _ model: PackedModel, on features: inout FeatureVector, mask: LabelMask = LabelMask()
  ) -> Classification {
    var x = model.activations(of: &features)
    return classification(model, of: &x, mask: mask)
  }

  /// Classifies a stroke by the activations `x` of the model's hidden units.
  public mutating func classification(
    _ model: PackedModel, of x: inout InlineArray<128, Int16>, mask: LabelMask = LabelMask()
  ) -> Classification {
    var ranking = ScoreRanking()
    var label = 0
    while label < outputs {
      ranking.add(score(label, of: &x), label, of: model, mask)
      label &+= 1
    }
    return ranking.classification(model)
  }

  /// Learns that a stroke means `truth`, so that its margin becomes `margin`, Q19.12. With a metric
  /// of this model's activations, the scores of other letters change least.
  public mutating func learn(
    _ model: PackedModel, _ features: inout FeatureVector, as truth: Int, margin: Fixed<12>,
    metric: ActivationMetric? = nil
  ) -> Outcome {
    var x = model.activations(of: &features)
    return learn(model, activations: &x, as: truth, margin: margin, metric: metric)
  }

  /// The same for a stroke with the activations `x` of the model's hidden units.
  ///
  /// Margin in steps: Q19.12 / (Q1.30 · 2⁻¹⁴) = margin · 2³² / step.
  public mutating func learn(
    _ model: PackedModel, activations x: inout InlineArray<128, Int16>, as truth: Int,
    margin: Fixed<12>, metric: ActivationMetric?
  ) -> Outcome {
    // Q.12 / Q.30 → Q.14 is margin / (step · 2⁻¹⁴) in whole steps.
    let steps: Fixed<14> = margin.divided(by: model.scoreStep)
    return learn(&x, as: truth, margin: steps.bits, metric: metric)
  }
}
