import QuillonRecognizer

/// Why there is no model or no evaluation.
public enum TrainingError: Error, Equatable, CustomStringConvertible {
  /// There were no examples at all.
  case noSamples
  /// The examples have these labels only.
  case tooFewLabels([String])
  /// The examples have so many labels.
  case tooManyLabels(Int)
  /// An example has so many features.
  case wrongFeatureCount(Int, label: String)
  /// Examples or the caller name labels that the model does not know.
  case unknownLabels([String], known: [String])
  /// A table of weights is not what it ought to be.
  case badTable(String)
  /// Weights have no place in the device's format.
  case weightsTooLarge
  /// A Swift source can't declare a type of this name.
  case badTypeName(String)
  /// A Swift source can't list this label.
  case labelNotInSource(String)
  /// A file is not a model.
  case notAModel(file: String, reason: String)
  /// A file can't be read.
  case fileAccess(file: String, reason: String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noSamples:
      "There are no letters in these files. Name files with labelled letters; `quillon record --label` makes some."
    case .tooFewLabels(let labels):
      "A model needs at least two labels, and there are only: "
        + "\(labels.joined(separator: " ")). Add examples of other labels."
    case .tooManyLabels(let count):
      "A model holds at most \(LinearModel.maximumLabels) labels, and there are \(count). "
        + "Leave out the examples of some."
    case .wrongFeatureCount(let count, let label):
      "An example of \(label) has \(count) features instead of \(ZoneFeatures.count). "
        + "Extract its features anew with “quillon train --export-features”."
    case .unknownLabels(let labels, let known):
      "The model does not know \(labels.joined(separator: " ")); it knows "
        + "\(known.joined(separator: " ")). Choose among these, or train a model for the others."
    case .badTable(let reason):
      "This is no table of weights: \(reason). Make the model anew with “quillon train”."
    case .weightsTooLarge:
      "These weights are too large for the device. Divide them all by the same number; "
        + "that does not change what they recognize."
    case .badTypeName(let name):
      "“\(name)” is no name for a type in Swift source. "
        + "Name the file like one, such as StandardModel.swift."
    case .labelNotInSource(let label):
      "Swift source can't list the label \(label.debugDescription): it is empty, or has a blank, "
        + "quote or backslash. Change the label, or write the model with --out only."
    case .notAModel(let file, let reason):
      "\(file) is not a model: \(reason). Make one with “quillon train”."
    case .fileAccess(let file, let reason):
      // Reasons of the system end with a full stop, or don't.
      "\(file): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). "
        + "Check the path and its permissions."
    }
  }
}
