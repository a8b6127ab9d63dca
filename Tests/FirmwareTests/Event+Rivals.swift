import QuillonRecognizer

/// What boards without the trait `Rivals` send, as all have that these tests run.
extension Classification {
  /// The same without rivals.
  var withoutRivals: Classification {
    var classification = self
    classification.rivals = Rivals()
    return classification
  }
}

extension Event {
  /// The same without rivals.
  var withoutRivals: Event {
    if case .classification(let found) = self { .classification(found.withoutRivals) } else { self }
  }
}
