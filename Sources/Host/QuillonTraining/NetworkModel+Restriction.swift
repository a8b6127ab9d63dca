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
      stabilizers: stabilizers, sequence: sequence)
  }

  /// How a model that reads paths is made; nil for other models.
  var sequence: ModelPacker.Header.Sequence? {
    guard model.featureSet == .airSequence else { return nil }
    let start = PackedModel.headerSize + model.textSize
    let numbers = bytes[start..<start + 8].map { Int($0) }
    return ModelPacker.Header.Sequence(
      channels: Array(numbers[0..<3]), units: numbers[3], shifts: Array(numbers[4...]))
  }

  /// The size of a model that reads paths; nil for other models.
  public var sequenceSize: SequenceSize? {
    sequence.map {
      SequenceSize(
        channels: $0.channels, featureUnits: model.hiddenCount - $0.units, sequenceUnits: $0.units)
    }
  }

  /// All layers in their order.
  var layers: [ModelPacker.Layer] {
    var start = PackedModel.headerSize + model.textSize
    var shapes: [(inputs: Int, outputs: Int)] = []
    if let size = sequenceSize {
      start += 8
      var inputs = SequenceSize.stepNumbers
      for channels in size.channels {
        shapes.append((SequenceSize.width * inputs, channels))
        inputs = channels
      }
      shapes += [(SequenceSize.features, size.featureUnits), (8 * inputs, size.sequenceUnits)]
    } else if model.hiddenCount > 0 {
      shapes.append((model.featureSet.count, model.hiddenCount))
    }
    shapes.append(
      (
        model.hiddenCount > 0 ? model.hiddenCount : model.featureSet.count,
        labels.count + (model.hasGarbage ? 1 : 0)
      ))
    return shapes.map { layer(at: &start, inputs: $0.inputs, outputs: $0.outputs) }
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
