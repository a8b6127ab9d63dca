import QuillonEmulator
import QuillonRecognizer

extension Machine {
  /// The model that the board's firmware carries. A micro:bit has no memory for a sequence network.
  var model: PackedModel {
    self == .nrf51822 ? PackedModel.airFeatures : PackedModel.builtIn
  }

  /// The type with that model's table, as the names of symbols show it.
  var modelName: String {
    self == .nrf51822 ? "quillon_air_features_bytes" : "quillon_air_board_bytes"
  }

  /// A function that scores a letter with that model, as the disassembly shows it.
  var scoringFunction: String {
    self == .nrf51822 ? "ModelScorer.advance" : "ModelScorer.addOutputs"
  }
}
