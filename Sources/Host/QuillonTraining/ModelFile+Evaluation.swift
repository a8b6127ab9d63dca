import QuillonRecognizer
import QuillonRecordings

extension ModelFile {
  /// The answers of the integer classifier, the same one that runs on the device, to letters.
  ///
  /// An answer counts even when its margin is so small that it would be rejected. A letter that the
  /// device abandoned counts as unanswered.
  ///
  /// - Throws: `TrainingError` when there are no letters, or letters whose labels the model does
  ///   not know.
  public func evaluate(
    _ letters: FeatureExtraction.Result
  ) throws(TrainingError) -> ConfusionMatrix {
    let truths = letters.samples.map(\.label) + letters.abandoned
    guard !truths.isEmpty else { throw .noSamples }
    let indices = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    let unknown = Set(truths).filter { indices[$0] == nil }
    guard unknown.isEmpty else { throw .unknownLabels(unknown.sorted(), known: labels) }
    let model = linearModel
    var matrix = ConfusionMatrix(labels: labels)
    for sample in letters.samples {
      guard let truth = indices[sample.label] else { continue }
      var features = sample.zoneFeatures
      matrix.add(truth: truth, answer: Int(model.classification(on: &features).label))
    }
    for label in letters.abandoned {
      guard let truth = indices[label] else { continue }
      matrix.addUnanswered(truth: truth)
    }
    return matrix
  }
}
