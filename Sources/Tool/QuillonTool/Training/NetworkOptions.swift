import ArgumentParser
import Foundation
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// The kind of a packed model, and how it learns.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: """
      Train a packed model on these features. path: the shape on a surface, with pen-up moves. \
      pathConcavities: the same, with the concave parts of the shape. airPath: the shape in the air. \
      airSequence: the same, and the path itself, for a network with convolutions. \
      movement: the movement over time. airMovement: shape and movement, for letters and \
      gestures. accelerometer: the same from an accelerometer alone, for gestures. zones: 28 numbers of 3 × 3 zones. fineZones: 49 numbers of 4 × 4 zones. Without \
      this option, a perceptron learns the features of zones.
      """)
  var featureSet: FeatureSet?

  @Option(
    help: """
      The number of hidden units of a packed model, up to 128. With 0 the model is linear.
      """)
  var hidden = 0

  @Option(
    help: """
      The size of a model with convolutions (airSequence). board: at most 20 KB, for microcontrollers. host: \
      at most 64 KB. The default is host.
      """)
  var size: ModelSize?

  @Flag(help: "Train on drawn letters as simulated people would write them in the air.")
  var writtenInAir = false

  @Option(help: "Use each letter of a trace this many times as often as a drawn letter.")
  var repeatAir = usualRepeat

  /// The default of --repeat-air.
  static let usualRepeat = 15

  @Option(
    help: """
      Leave out this share of the numbers at random during the training, 0 to 0.5. This helps if \
      the letters differ from those to be recognized, for example if they are simulated. The \
      default is 0.
      """)
  var omit: Double?

  @Option(
    help: """
      Let the model reject this share of the letters of people whom it does not know, 0 to 0.5. \
      A model trained on four fifths of the writers finds the threshold with the other fifth. \
      The default is 0.
      """)
  var rejectRate: Double?

  @Flag(
    help: """
      Also train an output for motion that is no letter: letters cut at wrong places, simulated \
      motion, and the recordings of --motion.
      """)
  var garbage = false

  @Option(
    help: """
      Choose the threshold so that this share of windows of other motion passes the gates of \
      shape and the threshold, 0 to 0.5. Models trained on four fifths of recordings and writers \
      find it with the other fifth.
      """)
  var falseAccepts: Double?

  @Flag(
    help: """
      With --folds or --leave-one-writer-out: count what the gates of shape reject as rejected.
      """)
  var gates = false

  @Option(
    help: """
      Write no model. Split the writers into this many groups. For each group, train on the \
      others and test on it.
      """)
  var folds: Int?

  @Flag(
    help: """
      Write no model. For each writer, train on all other writers and test on this one. If there \
      are letters written in the air, it learns all drawn letters as well.
      """)
  var leaveOneWriterOut = false

  /// True if other motion is used.
  var usesMotion: Bool { garbage || falseAccepts != nil || isValidation }

  /// True if writers are held out and the result is an evaluation instead of a model.
  var isValidation: Bool { folds != nil || leaveOneWriterOut }

  func validate() throws {
    guard (0...PackedModel.maximumHidden).contains(hidden) else {
      throw ValidationError("--hidden is 0 to \(PackedModel.maximumHidden).")
    }
    guard featureSet != .airSequence || hidden == 0, size == nil || featureSet == .airSequence
    else {
      throw ValidationError(
        "--size is for --feature-set airSequence, and --hidden for the other feature sets.")
    }
    guard !gates || isValidation else {
      throw ValidationError("--gates is for --folds and --leave-one-writer-out.")
    }
    let ofPackedModels: GivenOptions = [
      "--hidden": hidden > 0, "--written-in-air": writtenInAir, "--folds": folds != nil,
      "--leave-one-writer-out": leaveOneWriterOut, "--omit": omit != nil,
      "--reject-rate": rejectRate != nil,
    ]
    try ofPackedModels.refuse(without: "--feature-set", unless: featureSet != nil)
    guard folds.map({ $0 >= 2 }) ?? true, repeatAir >= 1 else {
      throw ValidationError("--folds is at least 2, --repeat-air at least 1.")
    }
    guard (0...0.5).contains(rejectRate ?? 0), (0...0.5).contains(omit ?? 0) else {
      throw ValidationError("--reject-rate and --omit are shares from 0 to 0.5.")
    }
    guard falseAccepts.map({ (0...0.5).contains($0) && rejectRate ?? 0 == 0 }) ?? true else {
      throw ValidationError("--false-accepts is a share from 0 to 0.5, in place of --reject-rate.")
    }
    guard !garbage && falseAccepts == nil || featureSet?.isOfAirPaths == true else {
      throw ValidationError(
        "--garbage and --false-accepts need --feature-set airPath or airSequence.")
    }
    guard !writtenInAir || featureSet?.isOfTheAir == true else {
      throw ValidationError(
        "--written-in-air wants --feature-set airPath, airSequence, movement, airMovement or accelerometer."
      )
    }
  }
}

/// The sizes of models with convolutions.
enum ModelSize: String, CaseIterable, ExpressibleByArgument {
  case board
  case host

  /// The size of the network.
  var sequence: SequenceSize { self == .board ? .board : .host }
}

extension FeatureSet: ExpressibleByArgument {
  /// True if these features also fit letters in the air, not only ink on a surface or zones.
  var isOfTheAir: Bool { isOfAirPaths || hasMovement }
  /// True if these features describe the path of a letter in the air and nothing else.
  var isOfAirPaths: Bool { self == .airPath || self == .airSequence }

  /// The set whose case has this name.
  public init?(argument: String) {
    guard let set = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = set
  }

  /// The names of all cases.
  public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}

extension LetterSources {
  /// The letters for a packed model, drawn ones first. The writer of a trace is who its comment names, else
  /// the name of its file. If there are also drawn letters or many others, each letter in the air counts
  /// `repeatAir` times.
  func networkLetters(
    _ featureSet: FeatureSet, repeatAir: Int = 1, beside others: Bool = false
  ) throws -> [NetworkLetter] {
    guard features.isEmpty else {
      throw ValidationError("Packed models learn from --ink and --air: leave out --features.")
    }
    let drawn = NetworkLetter.letters(of: try drawnLetters(), featureSet: featureSet)
    return try drawn
      + (airLetters(featureSet)).map {
        var letter = $0
        if !drawn.isEmpty || others { letter.emphasis = Double(repeatAir) }
        return letter
      } + windows(featureSet)
  }

  /// The share of the time that reading a file takes; the rest is for its windows.
  private static let readingShare = 0.2

  private func windows(_ featureSet: FeatureSet) throws -> [NetworkLetter] {
    let parameters = try parameters()
    return try reading(motion) { path, progress in
      let trace = try Trace(noting: path) { progress($0 * Self.readingShare) }
      return NetworkLetter.windows(
        of: trace, name: Self.name(of: path), rounds: 4, featureSet: featureSet,
        parameters: parameters
      ) { progress(Self.readingShare + $0 * (1 - Self.readingShare)) }
    }
  }

  private func airLetters(_ featureSet: FeatureSet) throws -> [NetworkLetter] {
    try reading(air) { path, progress in
      let trace = try Trace(noting: path, for: featureSet, progress: progress)
      return NetworkLetter.letters(
        of: trace, writer: trace.writer ?? Self.name(of: path), featureSet: featureSet,
        parameters: try parameters(for: trace, path)
      ).map {
        var letter = $0
        letter.isRecorded = true
        return letter
      }
    }
  }

  private static func name(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// How drawn letters are written in the air, so that they fit the traces: with arms that turn. Of the stabilizers only the damping is
  /// simulated.
  var airWriting: AirWriting {
    var writing = AirWriting()
    writing.damping = settings.damping
    writing.turning = 1
    return writing
  }

  /// The same for letters that teach a model of this feature set. Models of features alone learn from arms that do not turn.
  func airWriting(teaching featureSet: FeatureSet) -> AirWriting {
    var writing = airWriting
    if featureSet == .airSequence { return writing.varied }
    writing.turning = 0
    return writing
  }

  /// The groups of letters for testing: one for each writer, or `count` groups. If there are
  /// letters in the air, drawn letters are in no group.
  func folds(_ letters: [NetworkLetter], count: Int?, seed: UInt64) -> [[Int]] {
    let isOfAir = letters.contains(where: \.isRecorded)
    let writers = Set(letters.filter { !$0.isGarbage }.map(\.writer)).count
    return WriterSplit.folds(letters, count: count ?? writers, seed: seed) {
      $0.isGarbage || !isOfAir || $0.isRecorded
    }
  }
}
