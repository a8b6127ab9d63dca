import QuillonEmulator
import QuillonRecognizer

extension Machine {
  /// The model that the board's firmware carries. A micro:bit has no memory for a sequence network.
  var model: PackedModel {
    self == .nrf51822 ? AirFeaturesModel.makeModel() : BuiltInModel.makeModel()
  }

  /// The type with that model's table, as the names of symbols tell it.
  var modelName: String { self == .nrf51822 ? "AirFeaturesModel" : "AirBoardModel" }

  /// A function that scores a letter with that model, as the disassembly tells it.
  var scoringFunction: String {
    self == .nrf51822 ? "ModelScorer.advance" : "ModelScorer.addOutputs"
  }
}
