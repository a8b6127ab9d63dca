import Recognition

enum BuiltInModel {
  static func load() throws -> (model: LinearModel, labels: [String]) {
    throw ToolError("there is no built-in model: name one with --model", code: .misuse)
  }
}
