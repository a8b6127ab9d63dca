import QuillonEmulator

extension ImageVariant {
  /// The firmware that reads with the model that is named: the perceptron's for `lab`.
  init(_ model: ModelOptions) { self = model.isLab ? .lab : .usual }
}
