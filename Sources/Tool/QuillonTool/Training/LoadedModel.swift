import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// A model of either kind, asked about one letter at a time.
enum LoadedModel {
  /// One of the lab's features, as it runs in the recognizer.
  case linear(ModelFile)
  /// A packed one.
  case network(NetworkModel)

  /// The model that the user named; when none is, `other`, or the built-in one of the lab's kind.
  init(_ options: ModelOptions, otherwise other: ShippedModel? = nil) throws {
    if let packed = try options.packed(otherwise: other) {
      self = .network(packed)
    } else {
      self = .linear(try options.linear())
    }
  }

  /// What the labels of classifications stand for.
  var labels: [String] {
    switch self {
    case .linear(let model): model.labels
    case .network(let model): model.labels
    }
  }

  /// Of a drawn letter; nil for one that is too short.
  func classification(on letter: InkSample) -> Classification? {
    switch self {
    case .linear(let model):
      guard let sample = FeatureExtraction.features(of: [letter]).samples.first else { return nil }
      var features = sample.zoneFeatures
      return model.linearModel.classification(on: &features)
    case .network(let model):
      let letters = NetworkLetter.letters(of: [letter], featureSet: model.model.featureSet)
      return letters.first.map { model.classification(on: $0) }
    }
  }

  /// Of the stroke that the last sample pushed into `recognizer` ended, reading it to its end; nil when it
  /// was given up.
  ///
  /// - Parameter event: what pushing that sample gave.
  func classification(on recognizer: inout Recognizer, after event: Event?) -> Classification? {
    switch self {
    case .linear(let model):
      guard case .classification = event ?? recognizer.finish() else { return nil }
      var features = recognizer.strokeFeatures()
      return model.linearModel.classification(on: &features)
    case .network(let model):
      guard var vector = recognizer.finishedFeatures(model.model.featureSet) else { return nil }
      let values = (0..<vector.count).map { vector[$0] }
      return model.classification(on: NetworkLetter(label: "", writer: "", source: .vector(values)))
    }
  }
}
