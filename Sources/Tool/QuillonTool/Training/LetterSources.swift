import ArgumentParser
import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// The files of labeled letters.
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
      Leave out drawn letters that are a single straight line and not an I, a 1 or an l. They are parts of \
      letters that nobody can read.
      """)
  var withoutFragments = false

  @OptionGroup var plane: PlaneOptions

  /// The files of letters and features.
  var files: [String] { ink + air + features }

  /// All files that are read.
  var inputs: [String] { files + motion }

  /// The stabilizers that traces are read with. The command sets them.
  var settings = StabilizerSettings()

  enum CodingKeys: CodingKey { case ink, air, features, motion, withoutFragments, plane }

  /// The settings for reading traces in the plane of the option.
  func parameters() throws -> RecognizerParameters {
    settings.parameters(writing: WritingSettings(plane: try plane.rule()))
  }

  /// The settings for reading the trace at `path`: without the option, in the plane that it names.
  ///
  /// - Throws: `ToolError` if it names several.
  func parameters(for trace: Trace, _ path: String) throws -> RecognizerParameters {
    let planes = trace.planes
    guard plane.plane == nil, let named = planes.first else { return try parameters() }
    guard planes.count == 1 else {
      let words = planes.map { Trace.comment(on: $0) }.joined(separator: "; ")
      throw ToolError(
        "\(path) has letters in several planes (\(words)): split it, or give --plane for all of it",
        code: .misuse)
    }
    return settings.parameters(writing: WritingSettings(plane: named))
  }

  /// The drawn letters of the files.
  func drawnLetters() throws -> [InkSample] {
    let letters = try ink.flatMap { try InkSample.read(contentsOf: $0) }
      .filter { !(withoutFragments && $0.isLineFragment) }
    // A model separates its labels by blanks.
    if let label = letters.map(\.label).first(where: { $0.contains(where: \.isWhitespace) }) {
      throw ToolError(
        "the label \(String(label.prefix(40)).debugDescription) has a blank, which no model can hold: write it without",
        code: .misuse)
    }
    return letters
  }

  /// Does the same with every file, and shows the progress in bytes.
  ///
  /// - Parameter body: Gets the path of a file, and is to call its second argument with the share of the file's work
  ///   that is done, 0 to 1.
  func reading<Result>(
    _ files: [String], _ body: (String, @escaping (Double) -> Void) throws -> [Result]
  ) rethrows -> [Result] {
    let sizes = files.map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return max(attributes?[.size] as? Double ?? 0, 1)
    }
    let (bar, total) = (
      ProgressBar("reading ", total: 100, in: .percent), sizes.reduce(0, +)
    )
    var done = 0.0
    defer { bar.show(100) }
    return try zip(files, sizes).flatMap { path, size in
      defer { done += size }
      let before = done
      return try body(path) { bar.show(share: (before + $0 * size) / total) }
    }
  }

  /// The features of every labeled letter in the files, in the order ink, air, features.
  func load() throws -> FeatureExtraction.Result {
    var letters = FeatureExtraction.Result()
    letters.append(FeatureExtraction.features(of: try drawnLetters()))
    for path in air {
      let trace = try Trace(noting: path, for: .zones)
      letters.append(
        FeatureExtraction.features(of: trace, parameters: try parameters(for: trace, path)))
    }
    for path in features {
      letters.samples += try FeatureSample.read(contentsOf: path)
    }
    return letters
  }
}

extension Trace {
  /// The recording at `path`, whose letters are read by features of that set.
  ///
  /// - Throws: `ToolError` for a recording of an accelerometer alone whose letters need more.
  init(
    noting path: String, for featureSet: FeatureSet, progress: ((Double) -> Void)? = nil
  ) throws {
    try self.init(noting: path, progress: progress)
    let hasMore = rows.contains { $0.angularRate != nil || $0.attitude != nil }
    guard hasMore || rows.isEmpty || featureSet.needsAccelerationOnly else {
      throw ToolError(
        """
        \(path) has neither attitude nor angular rate, and no letter can be read by an \
        accelerometer alone: record with a gyroscope, or for gestures use --feature-set \
        accelerometer with train and --model accelerometer with evaluate
        """, code: .misuse)
    }
  }
}
