import QuillonFusion
import QuillonRecognizer

extension PackedModel {
  /// The bytes that it is.
  public var fileBytes: [UInt8] { withBytes { Array($0) } }

  /// What a recognizer of the host reads by it.
  public func classifications(on samples: [InertialSample]) -> [Classification] {
    var recognizer = Recognizer(model: self)
    return samples.compactMap {
      if case .classification(let classification) = recognizer.push($0) {
        classification
      } else {
        nil
      }
    }
  }
}
