import QuillonConversions
import QuillonLivePage
import QuillonRecognizer
import QuillonTraining

extension ModelFile {
  /// The built-in model.
  static var tested: ModelFile {
    get throws {
      try ModelFile(
        labels: [String](labels: StandardModel.labels),
        weights: QuantizedWeights(
          rows: StandardModel.makeModel().rows, step: StandardModel.weightStep),
        rejectThreshold: StandardModel.rejectThreshold)
    }
  }
}

extension PageModel {
  /// The built-in model of the lab's kind.
  static var lab: PageModel { get throws { PageModel(.linear(try .tested), name: "lab") } }

  /// The built-in packed model.
  static var packed: PageModel {
    get throws {
      PageModel(
        .packed(try NetworkModel(SimulatedAirModel.makeModel(), name: "simulated-air")),
        name: "simulated-air")
    }
  }
}
