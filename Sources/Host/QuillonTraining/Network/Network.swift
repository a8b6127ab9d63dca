import QuillonMath

/// A classifier in floating point: linear, or with one hidden layer of rectified units.
public struct Network: Sendable {
  /// Its layers, one or two.
  var layers: [DenseParameters]

  /// The number of inputs.
  public var inputs: Int { layers[0].inputs }
  /// The number of outputs.
  public var labels: Int { layers[layers.count - 1].outputs }

  /// A network with random weights; a linear one, with `hidden` 0, starts with weights of 0.
  init(inputs: Int, hidden: Int, labels: Int, random: inout SeededRandom) {
    layers =
      hidden == 0
      ? [DenseParameters(inputs: inputs, outputs: labels)]
      : [
        DenseParameters(inputs: inputs, outputs: hidden, random: &random),
        DenseParameters(inputs: hidden, outputs: labels, random: &random),
      ]
  }

  /// The scores of one example, one for each output.
  public func scores(of x: [Float]) -> [Float] {
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
