import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// Classifies single letters.
extension LoadedModel {
  /// The classification of a drawn letter. Nil if the letter is too short.
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

  /// The classification of the stroke that ended with the last sample pushed into `recognizer`. The
  /// stroke is read to its end. Nil if it was abandoned.
  ///
  /// - Parameter event: The event of that push.
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
