import ArgumentParser
import Foundation
import Recognition
import Recordings
import Training

/// What a packed model is and how it learns.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: """
      Train a packed model on these features: path (a shape on a surface, pen-up moves and all), \
      airPath (a shape in the air), zones (the lab's 27 + 1), fineZones (the lab's 4 × 4). Without \
      it the lab's features and a perceptron.
      """)
  var featureSet: FeatureSet?

  @Option(help: "How many hidden units a packed model has, up to 128; 0 is linear.")
  var hidden = 0

  @Flag(help: "Learn drawn letters as simulated people write them in the air.")
  var writtenInAir = false

  @Option(help: "Show traces' letters so many times as often as drawn ones.")
  var repeatAir = 15

  @Option(
    help: """
      Let the model reject this share of the letters of people whom it does not know, 0 to 0.5; the \
      threshold is found on a fifth of the writers, by a model that the others teach.
      """)
  var rejectRate = 0.0

  @Option(help: "Don't write a model: train on all writers but every N-th, and ask about those.")
  var folds: Int?

  @Flag(help: "Don't write a model: train on all writers but one, and ask about that one.")
  var leaveOneWriterOut = false

  /// True if writers are held back and the answer is how they fare.
  var isValidation: Bool { folds != nil || leaveOneWriterOut }

  func validate() throws {
    guard (0...PackedModel.maximumHidden).contains(hidden) else {
      throw ValidationError("--hidden is 0 to \(PackedModel.maximumHidden).")
    }
    guard featureSet != nil || !(hidden > 0 || writtenInAir || isValidation) else {
      throw ValidationError(
        "--hidden, --written-in-air, --folds and --leave-one-writer-out are for packed models: "
          + "name --feature-set too.")
    }
    guard folds.map({ $0 >= 2 }) ?? true, repeatAir >= 1 else {
      throw ValidationError("--folds is at least 2, --repeat-air at least 1.")
    }
    guard (0...0.5).contains(rejectRate) else {
      throw ValidationError("--reject-rate is a share from 0 to 0.5.")
    }
    guard !writtenInAir || featureSet == .airPath else {
      throw ValidationError("--written-in-air wants --feature-set airPath.")
    }
  }
}

extension FeatureSet: ExpressibleByArgument {
  /// The set with the name of a case.
  public init?(argument: String) {
    guard let set = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = set
  }

  /// The names of all cases.
  public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}

extension LetterSources {
  /// The letters for a packed model, drawn ones first. A trace's writer is its file's name.
  func networkLetters(_ featureSet: FeatureSet) throws -> [NetworkLetter] {
    guard features.isEmpty else {
      throw ValidationError("Packed models learn from --ink and --air: leave out --features.")
    }
    var letters: [NetworkLetter] = []
    for path in ink {
      letters += NetworkLetter.letters(
        of: try InkSample.read(contentsOf: path), featureSet: featureSet)
    }
    for path in air {
      let writer = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      letters += NetworkLetter.letters(
        of: try Trace(noting: path), writer: writer, featureSet: featureSet)
    }
    return letters
  }
}
