import ArgumentParser
import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// The model that recognizes letters.
struct ModelOptions: ParsableArguments {
  @Option(
    help: """
      The model: a file, or a built-in model. air and ink learned from people. simulated-air, \
      simulated-ink, gestures (letters and gestures) and accelerometer (gestures, by an \
      accelerometer alone) learned from simulated people only. lab \
      uses 28 features of zones. The default is simulated-air, with --raw 3 accelerometer; for \
      evaluate it is lab.
      """)
  var model: String?

  /// A bridge with this model.
  ///
  /// - Parameters:
  ///   - writing: How letters are found.
  ///   - stream: How the bytes of a board of another make are read. Nil for boards that send
  ///     Quillon's packets.
  func bridge(
    writing: WritingSettings = WritingSettings(), stream: StreamOptions? = nil,
    usual: ShippedModel = .simulatedAir
  ) throws -> Bridge {
    let named = try named(usual: usual)
    return Bridge(
      model: named.letterModel, labels: named.labels,
      parameters: RecognizerParameters(writing: writing),
      owner: named.owner, stream: stream)
  }

  /// The model that is named; `usual` when none is.
  func named(usual: ShippedModel = .simulatedAir) throws -> LoadedModel {
    try model.map { try LoadedModel(named: $0) } ?? LoadedModel(usual)
  }

  /// The named packed model. Nil if it is linear or none is named.
  func packed() throws -> NetworkModel? { try model.flatMap { try NetworkModel(named: $0) } }

  /// The named linear model, or the built-in one if none is named.
  func linear() throws -> ModelFile {
    guard let model, model != "lab" else { return try .standard }
    return try ModelFile(contentsOf: model)
  }
}
