import QuillonRecognizer
import QuillonRecordings

extension ModelFile {
  /// What the integer classifier, the same that runs on the device, answers to letters. An answer
  /// counts even when its margin would have it rejected; a letter that the device gave up counts as
  /// not answered.
  ///
  /// Throws `TrainingError` when there are no letters, or letters that the model doesn't know.
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
