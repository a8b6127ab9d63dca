import QuillonTraining

/// How the page learns from a collection: what is learned, what it is called, and why it can't be.
struct LearningPlan {
  /// What is learned.
  enum Method: Sendable {
    /// The first model, a packed one, is taught the person's way of writing its labels, and gets the others beside them.
    case adding(NetworkModel)
    /// A network on shape and movement that knows the labels of the examples only.
    case movement
    /// The lab's linear model, the same.
    case zones
  }

  /// The most examples of a label for each one of the rarest.
  private static let mostToOne = 4

  let method: Method
  /// Why nothing can be learned, and what to do; nil if it can.
  let refusal: String?
  /// What the model is called.
  let name: String
  private let labels: [String]

  /// The plan for a collection.
  ///
  /// - Parameters:
  ///   - collection: the examples.
  ///   - learner: what the person chose.
  ///   - base: the model that can be taught; nil if none can.
  init(_ collection: SampleCollection, learner: Learner, base: LoadedModel?) {
    let counts = collection.counts
    labels = counts.map(\.label)
    method = Self.method(learner, base)
    refusal = Self.refusal(counts, method)
    name = if case .adding = method { "\(base?.name ?? ""), taught here" } else { "learned here" }
  }

  /// What was learned from so many examples, for people.
  func words(of count: Int) -> String {
    let examples = count == 1 ? "1 example" : "\(count) examples"
    return switch method {
    case .adding(let base):
      "taught \(examples) of \(labels.joined(separator: " ")); the model still knows its \(base.labels.count) labels"
    case .movement, .zones:
      "trained on \(examples); the model knows only \(labels.joined(separator: " "))"
    }
  }

  private static func method(_ learner: Learner, _ base: LoadedModel?) -> Method {
    switch learner {
    case .zones: return .zones
    case .movement: return .movement
    case .automatic:
      guard case .packed(let model)? = base?.kind, model.model.hiddenCount > 0 else {
        return .movement
      }
      return .adding(model)
    }
  }

  private static func refusal(
    _ counts: [(label: String, count: Int)], _ method: Method
  ) -> String? {
    guard let most = counts.max(by: { $0.count < $1.count }),
      let fewest = counts.min(by: { $0.count < $1.count })
    else {
      return """
        there are no examples yet: type a name, press “Record strokes”, and write it three times
        """
    }
    if counts.count == 1 {
      if case .adding = method { return nil }
      return """
        all examples are of \(most.label): collect another label too, so that there is something \
        to tell it from
        """
    }
    guard most.count > mostToOne * fewest.count else { return nil }
    let wanted = (most.count + mostToOne - 1) / mostToOne
    return """
      there are \(most.count) examples of \(most.label) but \(fewest.count) of \(fewest.label), which is \
      one-sided: write at least \(wanted) of \(fewest.label)
      """
  }
}
