import QuillonRecognizer

/// Why a model or an evaluation could not be made.
public enum TrainingError: Error, Equatable, CustomStringConvertible {
  /// There were no examples.
  case noSamples
  /// The examples have only these labels, and a model needs two.
  case tooFewLabels([String])
  /// The examples have this number of labels, more than a model can hold.
  case tooManyLabels(Int)
  /// An example with this label has this number of features, not 28.
  case wrongFeatureCount(Int, label: String)
  /// Examples or the caller use labels that the model does not know.
  case unknownLabels([String], known: [String])
  /// A table of weights is invalid, for this reason.
  case badTable(String)
  /// Weights do not fit into the device's format.
  case weightsTooLarge
  /// Swift source cannot declare a type with this name.
  case badTypeName(String)
  /// A list of labels with spaces between cannot have this one.
  case labelNotInList(String)
  /// A file is not a model, for this reason.
  case notAModel(file: String, reason: String)
  /// There is neither a built-in model nor a file with this name.
  case noSuchModel(String)
  /// A recording was given instead of a model.
  case recording(file: String)
  /// A file cannot be read, for this reason. The next step is an imperative.
  case fileAccess(file: String, reason: String, nextStep: String)

  /// What is wrong, and what to do next.
  public var description: String {
    switch self {
    case .noSamples:
      "There are no letters in these files. Name files with labeled letters; `quillon record --label` makes some. "
        + "A file with a column label also needs a column pen or stroke, which marks where a letter begins and ends."
    case .tooFewLabels(let labels):
      "A model needs at least two labels, and there are only: "
        + "\(Self.words(labels)). Add examples of other labels."
    case .tooManyLabels(let count):
      "A model holds at most \(LinearModel.maximumLabels) labels, and there are \(count). "
        + "Leave out the examples of some."
    case .wrongFeatureCount(let count, let label):
      "An example of \(label.prefix(20)) has \(count) features instead of \(ZoneFeatures.count). "
        + "Extract its features again with “quillon train --export-features”."
    case .unknownLabels(let labels, let known):
      "The model does not know \(Self.words(labels.prefix(20))); it knows "
        + "\(Self.words(known)). Choose among these, or train a model for the others."
    case .badTable(let reason):
      "This is not a table of weights: \(reason). Make the model again with “quillon train”."
    case .weightsTooLarge:
      "These weights are too large for the device. Divide them all by the same number; "
        + "that does not change what they recognize."
    case .badTypeName(let name):
      "“\(name)” is not a valid name for a type in Swift source. "
        + "Choose a file name like Letters.swift."
    case .labelNotInList(let label):
      "The label \(label.prefix(20).debugDescription) is empty or has a space, and labels are listed with spaces between. "
        + "Change the label, or write the model with --out only."
    case .notAModel(let file, let reason):
      "\(file) is not a model: \(reason). Make one with “quillon train”."
    case .noSuchModel(let name):
      "There is no model \(name.debugDescription). Built in are "
        + (ShippedModel.allCases.map(\.rawValue) + ["lab"]).joined(separator: ", ")
        + ". Choose one, or check the path of the file."
    case .recording(let file):
      "\(file) is a recording, not a model. Make a model of it with “quillon train”."
    case .fileAccess(let file, let reason, let nextStep): "\(file): \(reason): \(nextStep)"
    }
  }

  /// Labels with spaces between, the beginning of each.
  private static func words(_ labels: some Sequence<String>) -> String {
    labels.map { String($0.prefix(20)) }.joined(separator: " ")
  }
}
