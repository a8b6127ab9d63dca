import QuillonFusion
import QuillonRecognizer

extension PackedModel {
  /// The bytes that it is.
  public var fileBytes: [UInt8] { withBytes { Array($0) } }

  /// What a recognizer of the host reads by it.
  public func verdicts(on samples: [InertialSample]) -> [Verdict] {
    var recognizer = Recognizer(model: self)
    return samples.compactMap {
      if case .verdict(let verdict) = recognizer.push($0) { verdict } else { nil }
    }
  }
}
