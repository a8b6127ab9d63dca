import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// Asked about one letter at a time.
extension LoadedModel {
  /// What it says of a drawn letter; nil for one that is too short.
  func classification(on letter: InkSample) -> Classification? {
    switch kind {
    case .linear(let model):
      guard let sample = FeatureExtraction.features(of: [letter]).samples.first else { return nil }
      var features = sample.zoneFeatures
      return model.linearModel.classification(on: &features)
    case .packed(let model):
      let letters = NetworkLetter.letters(of: [letter], featureSet: model.model.featureSet)
      return letters.first.map { model.classification(on: $0) }
    }
  }

  /// What it says of the stroke that the last sample pushed into `recognizer` ended, reading it to its end; nil when it
  /// was given up.
  ///
  /// - Parameter event: what pushing that sample gave.
  func classification(on recognizer: inout Recognizer, after event: Event?) -> Classification? {
    switch kind {
    case .linear(let model):
      guard case .classification = event ?? recognizer.finish(),
        isAnswered(recognizer.shapeOfLastStroke)
      else { return nil }
      var features = recognizer.strokeFeatures()
      return model.linearModel.classification(on: &features)
    case .packed(let model):
      guard var vector = recognizer.finishedFeatures(model.model.featureSet) else { return nil }
      let shape = recognizer.shapeOfLastStroke
      guard isAnswered(shape) else { return nil }
      let values = (0..<vector.count).map { vector[$0] }
      var letter = NetworkLetter(label: "", writer: "", source: .vector(values))
      letter.isTooSmall = shape.isTooSmall && !model.model.featureSet.hasMovement
      return model.classification(on: letter)
    }
  }

  /// False if a stroke of this shape is too small for the model.
  private func isAnswered(_ shape: StrokeShape) -> Bool {
    !shape.isTooSmall || labels.contains(where: \.isLabelOfSmallStroke)
  }
}
