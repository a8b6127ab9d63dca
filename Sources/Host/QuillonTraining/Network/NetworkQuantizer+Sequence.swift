extension NetworkQuantizer {
  /// Quantizes a network that reads paths.
  ///
  /// As with hidden units, each output of a layer has a scale of its own, which goes into the weights of the next layer. This is
  /// possible because neither rectification nor the maximum of two steps changes when both are multiplied by the same number.
  ///
  /// - Parameters:
  ///   - network: the trained network.
  ///   - size: its size.
  ///   - examples: vectors like those that the network will get: features, then the path. They show how large sums become.
  static func quantize(
    _ network: Network, _ size: SequenceSize, examples: [[Float]]
  ) -> Result {
    let pass = SequencePass(size)
    var greatest = network.layers.dropLast().map { [Float](repeating: 0, count: $0.outputs) }
    var sums = [DenseParameters.Block](
      repeating: .zero, count: network.layers[network.layers.count - 1].blocks)
    for example in examples {
      pass.forward(network, x: example, count: 1, into: &sums)
      pass.raise(&greatest)
    }
    var (layers, shifts) = ([ModelPacker.Layer](), [Int]())
    func add(_ index: Int, _ rows: [[Double]], units: [Double]) -> [Double] {
      let layer = network.layers[index]
      // Rows in units of the inputs' integers.
      let rows = rows.map { row in row.indices.map { row[$0] * units[$0 % units.count] } }
      let scales = rows.map { row in max(row.map(\.magnitude).max() ?? 0, 1e-12) / 127 }
      let biases = scales.indices.map { Double(layer[$0, layer.inputs]) / scales[$0] }
      layers.append(
        ModelPacker.Layer(
          rows: zip(rows, scales).map { row, scale in
            row.map { Int8(clamping: Int(($0 / scale).rounded())) }
          },
          biases: biases.map { Int32(clamping: Int($0.rounded())) }))
      let most = scales.indices.map { Double(greatest[index][$0]) / scales[$0] }.max() ?? 0
      var shift = 0
      while most / Double(1 << shift) > 16_384, shift < 24 { shift += 1 }
      shifts.append(shift)
      return scales.map { $0 * Double(1 << shift) }
    }
    var units = [0x1p-14]
    for (index, channels) in size.channels.enumerated() {
      let inputs = index == 0 ? SequenceSize.stepNumbers : size.channels[index - 1]
      let rows = Self.rows(network.layers[index], steps: SequenceSize.width, inputs: inputs)
      units = add(index, rows, units: units)
      assert(units.count == channels)
    }
    let features = add(
      3, Self.rows(network.layers[3], steps: 1, inputs: SequenceSize.features), units: [0x1p-14])
    let sequence = add(
      4, Self.rows(network.layers[4], steps: 8, inputs: size.channels[2]), units: units)
    let hidden = features + sequence
    let last = network.layers[5]
    let folded = Self.rows(last, steps: 1, inputs: size.hidden).map {
      zip($0, hidden).map { $0 * $1 }
    }
    let step = max(folded.joined().map(\.magnitude).max() ?? 0, 1e-12) / 127
    layers.append(
      ModelPacker.Layer(
        rows: folded.map { $0.map { Int8(clamping: Int(($0 / step).rounded())) } },
        biases: (0..<last.outputs).map {
          Int32(clamping: Int((Double(last[$0, last.inputs]) / step).rounded()))
        }))
    return Result(
      layers: layers, hiddenShift: shifts[3], scoreStep: scoreStep(step * 0x1p14),
      sequence: ModelPacker.Header.Sequence(
        channels: size.channels, units: size.sequenceUnits, shifts: shifts[0..<3] + [shifts[4]]))
  }

  /// The weights of a layer that reads `steps` steps of `inputs` numbers, without those that fill up blocks.
  private static func rows(_ layer: DenseParameters, steps: Int, inputs: Int) -> [[Double]] {
    let stride = layer.inputs / steps
    return (0..<layer.outputs).map { output in
      (0..<steps).flatMap { step in
        (0..<inputs).map { Double(layer[output, step * stride + $0]) }
      }
    }
  }
}
