import Recognition
import Recordings

extension ModelFile {
  /// What the integer classifier, the same that runs on the device, answers to the samples. An
  /// answer counts even when its margin would have it rejected.
  ///
  /// Throws `TrainingError` when there are no samples, or samples of labels the model doesn't know.
  public func evaluate(_ samples: [FeatureSample]) throws(TrainingError) -> ConfusionMatrix {
    guard !samples.isEmpty else { throw .noSamples }
    let indices = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    let unknown = Set(samples.map(\.label)).filter { indices[$0] == nil }
    guard unknown.isEmpty else { throw .unknownLabels(unknown.sorted(), known: labels) }
    var model = linearModel
    var matrix = ConfusionMatrix(labels: labels)
    for sample in samples {
      guard let truth = indices[sample.label] else { continue }
      var features = sample.zoneFeatures
      matrix.add(truth: truth, answer: Int(model.verdict(on: &features).label))
    }
    return matrix
  }
}
