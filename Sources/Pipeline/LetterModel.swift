import Recognition

/// What letters are recognized by.
public enum LetterModel: Sendable {
  /// The lab's kind: zones, linear.
  case linear(LinearModel)
  /// A packed model; its bytes must stay where they are.
  case packed(PackedModel)

  /// Tells one model from another on the wire.
  public var stamp: UInt32 {
    switch self {
    case .linear(let model): model.stamp
    case .packed(let model): model.stamp
    }
  }
}

extension Recognizer {
  /// A recognizer that has seen nothing.
  public init(model: LetterModel, parameters: RecognizerParameters = .init()) {
    switch model {
    case .linear(let model): self.init(model: model, parameters: parameters)
    case .packed(let model): self.init(model: model, parameters: parameters)
    }
  }
}
