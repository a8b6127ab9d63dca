import ArgumentParser
import HostNumerics
import Models
import Training

/// By which model letters are recognized.
struct ModelOptions: ParsableArguments {
  @Option(help: "Recognize by this model file instead of the built-in model.")
  var model: String?

  /// The model with its labels.
  func load() throws -> ModelFile {
    guard let model else { return try .standard }
    return try ModelFile(contentsOf: model)
  }
}

extension ModelFile {
  /// The built-in model.
  static var standard: ModelFile {
    get throws {
      return try ModelFile(
        labels: "\(StandardModel.labels)".split(separator: " ").map(String.init),
        weights: QuantizedWeights(
          rows: StandardModel.makeModel().rows, step: StandardModel.weightStep),
        rejectThreshold: StandardModel.rejectThreshold)
    }
  }
}
