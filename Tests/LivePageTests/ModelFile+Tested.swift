import HostNumerics
import Models
import Training

extension ModelFile {
  /// The built-in model.
  static var tested: ModelFile {
    get throws {
      try ModelFile(
        labels: "\(StandardModel.labels)".split(separator: " ").map(String.init),
        weights: QuantizedWeights(
          rows: StandardModel.makeModel().rows, step: StandardModel.weightStep),
        rejectThreshold: StandardModel.rejectThreshold)
    }
  }
}
