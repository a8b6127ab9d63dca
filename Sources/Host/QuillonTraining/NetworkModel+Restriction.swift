import QuillonRecognizer

extension NetworkModel {
  /// The model with only these labels as answers, in the model's own order. The output for motion
  /// that is not a letter stays.
  ///
  /// - Throws: `TrainingError.unknownLabels` when `answers` is empty, or the model does not know
  ///   one of them.
  public func restricted(to answers: [String]) throws(TrainingError) -> NetworkModel {
    let unknown = Set(answers).subtracting(labels)
    guard unknown.isEmpty, !answers.isEmpty else {
      throw .unknownLabels(unknown.sorted(), known: labels)
    }
    let kept = labels.indices.filter { answers.contains(labels[$0]) }
    let rows = kept + (model.hasGarbage ? [labels.count] : [])
    var layers = layers
    let output = layers.removeLast()
    layers.append(
      ModelPacker.Layer(
        rows: rows.map { output.rows[$0] }, biases: rows.map { output.biases[$0] }))
    var header = header
    header.labels = kept.map { labels[$0] }
    return try NetworkModel(ModelPacker.bytes(header, layers: layers), name: "the model")
  }

  /// What stands before the layers.
  var header: ModelPacker.Header {
    ModelPacker.Header(
      featureSet: model.featureSet, labels: labels, origin: origin,
      hiddenShift: Int(bytes[7] & 0x7F), scoreStep: model.scoreStep,
      rejectThreshold: model.rejectThreshold, hasGarbage: model.hasGarbage,
      stabilizers: stabilizers)
  }

  /// The one or two layers, the output layer last.
  var layers: [ModelPacker.Layer] {
    var start = PackedModel.headerSize + model.textSize
    var layers: [ModelPacker.Layer] = []
    if model.hiddenCount > 0 {
      layers.append(layer(at: &start, inputs: model.featureSet.count, outputs: model.hiddenCount))
    }
    let inputs = model.hiddenCount > 0 ? model.hiddenCount : model.featureSet.count
    let outputs = labels.count + (model.hasGarbage ? 1 : 0)
    return layers + [layer(at: &start, inputs: inputs, outputs: outputs)]
  }

  /// The layer whose biases begin at byte `start`. `start` moves to the layer's end.
  private func layer(at start: inout Int, inputs: Int, outputs: Int) -> ModelPacker.Layer {
    let biases = (0..<outputs).map { output in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + 4 * output + $1]) << (8 * $1) }
    }
    let weights = start + 4 * outputs
    start = weights + inputs * outputs
    return ModelPacker.Layer(
      rows: (0..<outputs).map { output in
        bytes[weights + inputs * output..<weights + inputs * (output + 1)]
          .map { Int8(bitPattern: $0) }
      },
      biases: biases.map { Int32(bitPattern: $0) })
  }
}
