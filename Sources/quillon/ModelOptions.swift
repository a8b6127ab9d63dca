import ArgumentParser
import Models
import Recognition
import Training

/// By which model letters are recognized.
struct ModelOptions: ParsableArguments {
  @Option(help: "Recognize by this model file instead of the built-in model.")
  var model: String?

  /// The model with its labels.
  func load() throws -> (model: LinearModel, labels: [String]) {
    guard let model else { return try BuiltInModel.load() }
    let file = try ModelFile(contentsOf: model)
    return (file.linearModel, file.labels)
  }
}
