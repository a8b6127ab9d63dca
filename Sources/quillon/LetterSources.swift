import ArgumentParser
import Recordings
import Training

/// The files that labelled letters come from.
struct LetterSources: ParsableArguments {
  @Option(
    parsing: .upToNextOption, help: "Letters drawn on a surface: JSON lines with strokes, y down.")
  var ink: [String] = []

  @Option(parsing: .upToNextOption, help: "Letters written in the air: traces with labels.")
  var air: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Features: lines of a label and 28 numbers, as tuples or as JSON.")
  var features: [String] = []

  /// All files, for a sentence that names them.
  var files: [String] { ink + air + features }

  /// The features of every labelled letter in the files, in the order ink, air, features.
  func load() throws -> FeatureExtraction.Result {
    var letters = FeatureExtraction.Result()
    for path in ink {
      letters.append(FeatureExtraction.features(of: try InkSample.read(contentsOf: path)))
    }
    for path in air {
      letters.append(FeatureExtraction.features(of: try Trace(noting: path)))
    }
    for path in features {
      letters.samples += try FeatureSample.read(contentsOf: path)
    }
    return letters
  }
}
