import QuillonNumerics
import QuillonRecognizer

extension PersonalTraining {
  /// The model after one training update for each of a person's examples, as a packed model of its own.
  ///
  /// The taught weights have 7 bits more than those of a packed model. They are scaled so that the largest becomes
  /// 127, and rounded; the step of the scores makes up for the scale. A score is then wrong by at most half a step for
  /// each full activation.
  ///
  /// - Parameter examples: the person's letters, in the order of teaching. Those that the model has no label for are
  ///   left out.
  /// - Returns: the taught model; nil if the model's last layer is too large to be personal.
  /// - Throws: `TrainingError.notAModel` if the taught weights make no valid model.
  public func taughtModel(_ examples: [NetworkLetter]) throws(TrainingError) -> NetworkModel? {
    guard var layer = taughtLayer(examples) else { return nil }
    let weights = layer.withWeights { $0.map { Double($0) / 128 } }
    let factor = 127 / max(weights.map(\.magnitude).max() ?? 127, 1)
    var (header, layers) = (model.header, model.layers)
    let biases = layers.removeLast().biases
    let inputs = model.model.hiddenCount
    layers.append(
      ModelPacker.Layer(
        rows: biases.indices.map { output in
          weights[inputs * output..<inputs * (output + 1)].map {
            Int8(clamping: Int(($0 * factor).rounded()))
          }
        },
        biases: biases.map { Int32(clamping: Int((Double($0) * factor).rounded())) }))
    let step = (Double(model.model.scoreStep.bits) / factor).rounded()
    header.scoreStep = Fixed(bits: Int32(clamping: Int(max(step, 1))))
    return try NetworkModel(ModelPacker.bytes(header, layers: layers), name: "the taught model")
  }
}
