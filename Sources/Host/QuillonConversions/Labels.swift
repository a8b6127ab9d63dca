import QuillonRecognizer

extension PackedModel {
  /// The labels in the order of the scores, as they stand in the model's text.
  public var labels: [String] { withLabels([String].init(list:)) }

  /// The label that a stroke was read as; nil for a classification by a model with more labels.
  public func label(of classification: Classification) -> String? {
    let index = Int(classification.label)
    let labels = labels
    return index < labels.count ? labels[index] : nil
  }

  /// The letter that a stroke was read as; nil if its label is a word, such as that of a gesture.
  public func letter(of classification: Classification) -> Character? {
    label(of: classification).flatMap { $0.count == 1 ? $0.first : nil }
  }
}

extension LinearModel {
  /// The labels in the order of the scores, as they stand in the model's text.
  public var labels: [String] { withLabels([String].init(list:)) }
}

extension [String] {
  /// The labels in a list separated by spaces.
  fileprivate init(list: UnsafeRawBufferPointer) {
    self = String(decoding: list, as: UTF8.self).split(separator: " ").map(String.init)
  }
}

extension LabelMask {
  /// Allows these labels of a model with the labels `all`, in the order of its outputs; all of them if `labels` is nil.
  public init(allowing labels: Set<String>?, of all: [String]) {
    self.init()
    guard let labels else { return }
    for (index, label) in all.enumerated() where !labels.contains(label) { exclude(index) }
  }
}
