import ArgumentParser
import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// The model that recognizes letters.
struct ModelOptions: ParsableArguments {
  @Option(
    help: """
      The model: a file, or a built-in model. air, air-board (the same for microcontrollers), \
      air-features (without a network that reads the path) and ink learned from people. air-alphanumeric also knows \
      digits, and ink-alphanumeric digits and small letters. simulated-air, \
      simulated-ink, gestures (letters and gestures) and accelerometer (gestures, by an \
      accelerometer alone) learned from simulated people only. lab \
      is a perceptron on 28 features of zones; with --damping it has other weights. The default is air, with --raw 3 accelerometer; \
      evaluate asks ink about --ink files and lab about --features files.
      """)
  var model: String?

  /// The labels that a built-in model has to know, if none is named. The command sets them.
  var wanted: [String] = []

  enum CodingKeys: CodingKey { case model }

  /// A bridge with this model.
  ///
  /// - Parameters:
  ///   - writing: How letters are found.
  ///   - stabilizers: The stabilizers of the command line. Nil for those of the model.
  ///   - stream: How the bytes of a board of another make are read. Nil for boards that send
  ///     Quillon's packets.
  func bridge(
    writing: WritingSettings = WritingSettings(), stabilizers: StabilizerOptions? = nil,
    stream: StreamOptions? = nil, usual: ShippedModel = .usual
  ) throws -> Bridge {
    let stabilizers = try stabilizers ?? .parse([])
    let named = try named(usual: usual, for: stabilizers)
    return Bridge(
      model: named.letterModel, labels: named.labels,
      parameters: stabilizers.adopt(named).parameters(writing: writing),
      owner: named.owner, stream: stream)
  }

  /// The model that is named; when none is, `usual` or the one beside it that knows the wanted labels. The perceptron `lab` has other weights for damped strokes.
  func named(
    usual: ShippedModel = .usual, for stabilizers: StabilizerOptions? = nil
  ) throws -> LoadedModel {
    if isLab, stabilizers?.damping ?? 0 > 0 { return try LoadedModel.dampedLab() }
    return try model.map { try LoadedModel(named: $0) } ?? LoadedModel(usual.knowing(wanted))
  }

  /// The stabilizers for a board that recognizes letters itself: those that are named, and for the others those of the perceptron `lab`,
  /// whose firmware has the weights for damped strokes. Nil if neither is named: then the board has its own.
  func stabilizersOfBoard(
    _ stabilizers: StabilizerOptions, usual: ShippedModel = .usual
  ) throws -> Stabilizers? {
    guard stabilizers.isGiven || isLab else { return nil }
    let trained =
      try isLab ? LoadedModel.dampedLab().stabilizers : named(usual: usual).stabilizers
    return stabilizers.settings(of: trained).stabilizers
  }

  /// True if the perceptron on zone features is named.
  var isLab: Bool { model == "lab" }
}

extension LoadedModel {
  /// Throws `ToolError` for a model whose scores are no logarithms of probabilities.
  func requireProbabilities() throws {
    guard case .packed = kind else {
      throw ToolError(
        "\(name) is linear, and its scores are no probabilities: give --model gestures, or train a packed model",
        code: .misuse)
    }
  }
}
