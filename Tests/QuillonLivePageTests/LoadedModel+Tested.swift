import QuillonTraining

extension LoadedModel {
  /// The built-in linear model.
  static var lab: LoadedModel { get throws { try LoadedModel(named: "lab") } }

  /// The built-in packed model.
  static var packed: LoadedModel { get throws { try LoadedModel(.simulatedAir) } }
}
