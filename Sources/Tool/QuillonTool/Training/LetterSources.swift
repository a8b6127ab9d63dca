import ArgumentParser
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// The files that labelled letters come from.
struct LetterSources: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: "Letters drawn on a surface: files of JSON lines with strokes, y down.")
  var ink: [String] = []

  @Option(parsing: .upToNextOption, help: "Letters written in the air: trace files with labels.")
  var air: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: """
      Feature vectors: files with a label and 28 numbers in each line, as Python tuples or as \
      JSON.
      """)
  var features: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: """
      For packed models: motion that is not writing. These are trace files, whose raw sensor \
      data is read in random windows.
      """)
  var motion: [String] = []

  @Flag(
    help: """
      Leave out drawn letters that are a single straight line and not an I. They are parts of \
      letters that nobody can read.
      """)
  var withoutFragments = false

  @OptionGroup var plane: PlaneOptions

  /// All files, for a sentence that names them.
  var files: [String] { ink + air + features }

  /// All files that are read.
  var inputs: [String] { files + motion }

  /// The stabilizers that traces are read with. The command sets them.
  var settings = StabilizerSettings()

  enum CodingKeys: CodingKey { case ink, air, features, motion, withoutFragments, plane }

  /// How traces are read.
  func parameters() throws -> RecognizerParameters {
    settings.parameters(writing: WritingSettings(plane: try plane.rule()))
  }

  /// The drawn letters of the files.
  func drawnLetters() throws -> [InkSample] {
    try ink.flatMap { try InkSample.read(contentsOf: $0) }
      .filter { !(withoutFragments && $0.isLineFragment) }
  }

  /// The features of every labelled letter in the files, in the order ink, air, features.
  func load() throws -> FeatureExtraction.Result {
    var letters = FeatureExtraction.Result()
    letters.append(FeatureExtraction.features(of: try drawnLetters()))
    for path in air {
      letters.append(
        FeatureExtraction.features(of: try Trace(noting: path), parameters: try parameters()))
    }
    for path in features {
      letters.samples += try FeatureSample.read(contentsOf: path)
    }
    return letters
  }
}
