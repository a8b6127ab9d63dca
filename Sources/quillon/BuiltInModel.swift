import Recognition

/// The model that is used when the user names none.
enum BuiltInModel {
  /// The model with its labels.
  ///
  /// - Throws: ``ToolError`` as long as the tool is built without one.
  static func load() throws -> (model: LinearModel, labels: [String]) {
    throw ToolError(
      "no model is built in: train one with `quillon train` and name it with --model",
      code: .misuse)
  }
}
