import QuillonReferenceModel

/// A classifier in floating point: linear, with one hidden layer of rectified units, or one that reads a path beside its features.
public struct Network: Sendable {
  /// Its layers, one or two. Of a network that reads paths six: three convolutions, the units of the features, the units of the
  /// path, the outputs.
  package var layers: [DenseParameters]
  /// The size of a network that reads paths; nil for others.
  let sequence: SequenceSize?

  /// The number of inputs.
  public var inputs: Int {
    sequence == nil
      ? layers[0].inputs
      : SequenceSize.features + SequenceSize.steps * SequenceSize.stepNumbers
  }
  /// The number of outputs.
  public var labels: Int { layers[layers.count - 1].outputs }

  /// A network with random weights; a linear one, with `hidden` 0, starts with weights of 0.
  init(inputs: Int, hidden: Int, labels: Int, random: inout SeededRandom) {
    sequence = nil
    layers =
      hidden == 0
      ? [DenseParameters(inputs: inputs, outputs: labels)]
      : [
        DenseParameters(inputs: inputs, outputs: hidden, random: &random),
        DenseParameters(inputs: hidden, outputs: labels, random: &random),
      ]
  }

  /// A network that reads paths, with random weights.
  package init(_ size: SequenceSize, labels: Int, random: inout SeededRandom) {
    sequence = size
    layers = []
    var inputs = SequenceSize.stepNumbers
    for channels in size.channels {
      layers.append(
        DenseParameters(inputs: SequenceSize.width * inputs, outputs: channels, random: &random))
      inputs = SequencePass.blocks(channels) * DenseParameters.Block.scalarCount
    }
    layers += [
      DenseParameters(
        inputs: SequenceSize.features, outputs: size.featureUnits, random: &random),
      DenseParameters(inputs: 8 * inputs, outputs: size.sequenceUnits, random: &random),
      DenseParameters(inputs: size.hidden, outputs: labels, random: &random),
    ]
  }

  /// The scores of one example, one for each output.
  public func scores(of x: [Float]) -> [Float] {
    if let sequence {
      var sums = [DenseParameters.Block](
        repeating: .zero, count: layers[layers.count - 1].blocks)
      SequencePass(sequence).forward(self, x: x, count: 1, into: &sums)
      return (0..<labels).map { sums[$0 / 16][$0 % 16] }
    }
    var values = x
    for (index, layer) in layers.enumerated() {
      var sums = [DenseParameters.Block](repeating: .zero, count: layer.blocks)
      layer.apply(to: values, count: 1, into: &sums)
      values = (0..<layer.outputs).map { sums[$0 / 16][$0 % 16] }
      if index + 1 < layers.count { values = values.map { max($0, 0) } }
    }
    return values
  }

  /// The output with the highest score for one example; the first on a tie.
  public func answer(to x: [Float]) -> Int {
    let scores = scores(of: x)
    var best = 0
    for index in scores.indices where scores[index] > scores[best] { best = index }
    return best
  }
}
