import QuillonRecognizer
import QuillonRecordings

/// Labeled feature vectors, stored for training.
public struct TrainingSet: Sendable {
  /// The labels that occur, in alphabetical order; a label's index is its row in the model.
  public let labels: [String]
  /// The index of each example's label.
  public let targets: [Int]
  /// The features of all examples one after another, 28 each.
  public let values: [Double]

  /// The set of these samples, in their order.
  ///
  /// - Throws: `TrainingError` when there are no samples, fewer than two labels, or more labels
  ///   than a model can hold, or when a sample does not have 28 features.
  public init(_ samples: [FeatureSample]) throws(TrainingError) {
    guard !samples.isEmpty else { throw .noSamples }
    let labels = Set(samples.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .tooFewLabels(labels) }
    guard labels.count <= LinearModel.maximumLabels else { throw .tooManyLabels(labels.count) }
    let indices = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    var values: [Double] = []
    values.reserveCapacity(samples.count * ZoneFeatures.count)
    for sample in samples {
      guard sample.values.count == ZoneFeatures.count else {
        throw .wrongFeatureCount(sample.values.count, label: sample.label)
      }
      values += sample.values
    }
    self.labels = labels
    self.values = values
    targets = samples.compactMap { indices[$0.label] }
  }

  /// How many examples there are.
  public var count: Int { targets.count }
}
