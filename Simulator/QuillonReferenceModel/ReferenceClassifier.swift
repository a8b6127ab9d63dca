/// The classification of one stroke.
public struct ReferenceClassification: Equatable, Sendable {
  /// The index of the best label.
  public var label: Int
  /// Its score.
  public var score: Double
  /// The best score minus the second best, ≥ 0; infinite where there is only one label.
  public var margin: Double
  /// True when the margin is below the threshold.
  public var isRejected: Bool

  /// A classification from its parts.
  public init(label: Int, score: Double, margin: Double, isRejected: Bool) {
    self.label = label
    self.score = score
    self.margin = margin
    self.isRejected = isRejected
  }
}

/// A linear classifier: one row of weights per label.
public struct ReferenceClassifier: Equatable, Sendable {
  /// One row per label, as long as the features.
  public var weights: [[Double]]
  /// A classification with a smaller margin is rejected; −∞ rejects nothing.
  public var rejectThreshold: Double

  /// A classifier from its parts.
  public init(weights: [[Double]], rejectThreshold: Double = -.infinity) {
    self.weights = weights
    self.rejectThreshold = rejectThreshold
  }

  /// The inner product of every row with the features.
  public func scores(_ features: [Double]) -> [Double] {
    weights.map { row in zip(row, features).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The classification with the best label, the lowest index on a tie; nil if there are no labels.
  public func classification(_ features: [Double]) -> ReferenceClassification? {
    let scores = scores(features)
    guard let best = scores.max(), let label = scores.firstIndex(of: best) else { return nil }
    let others = scores.indices.filter { $0 != label }.map { scores[$0] }
    let margin = best - (others.max() ?? -.infinity)
    return ReferenceClassification(
      label: label, score: best, margin: margin, isRejected: margin < rejectThreshold)
  }
}
