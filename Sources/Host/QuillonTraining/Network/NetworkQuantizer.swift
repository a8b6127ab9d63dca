import QuillonNumerics
import QuillonRecognizer

/// Quantizes a network into the integers of a packed model.
///
/// Each hidden unit has a scale of its own. This is possible because a rectified unit that is twice
/// as large, with half the weight in the scores, gives the same scores. So the weights of each unit
/// use the full range of Int8, and its scale goes into its weights in the output layer. The output
/// layer has one scale for all its weights.
public enum NetworkQuantizer {
  /// The result of quantizing a network.
  public struct Result: Sendable {
    /// The quantized layers: one or two, or the six of a network that reads paths.
    public var layers: [ModelPacker.Layer]
    /// How many bits a hidden sum is shifted to the right; 0 for a linear model.
    public var hiddenShift: Int
    /// The value of one step of a score, Q1.30 of 2⁻¹⁴.
    public var scoreStep: Fixed<30>
    /// How a model that reads paths is made; nil for other models.
    public var sequence: ModelPacker.Header.Sequence?
  }

  /// Quantizes `network`.
  ///
  /// - Parameters:
  ///   - network: the trained network.
  ///   - examples: feature vectors like those that the network will get, each Q1.14 as the Float of
  ///     the same value. They show how large hidden sums become.
  public static func quantize(_ network: Network, examples: [[Float]]) -> Result {
    if let size = network.sequence { return quantize(network, size, examples: examples) }
    guard network.layers.count == 2 else {
      let (layer, step) = integers(
        rows(of: network.layers[0]), biases(of: network.layers[0]), 0x1p14)
      return Result(layers: [layer], hiddenShift: 0, scoreStep: scoreStep(step))
    }
    let (first, last) = (network.layers[0], network.layers[1])
    let scales = rows(of: first).map { row in max(row.map(\.magnitude).max() ?? 0, 1e-6) / 127 }
    let hidden = ModelPacker.Layer(
      rows: zip(rows(of: first), scales).map { row, scale in row.map { rounded($0 / scale) } },
      biases: zip(biases(of: first), scales).map {
        Int32(clamping: Int(($0 / $1 * 0x1p14).rounded()))
      })
    let shift = shift(for: hidden, examples)
    // An activation of 1 stands for scale · 2^(shift − 14).
    let units = scales.map { $0 * Double(1 << shift) * 0x1p-14 }
    let folded = rows(of: last).map { zip($0, units).map { $0 * $1 } }
    let (output, step) = integers(folded, biases(of: last), 1)
    return Result(
      layers: [hidden, output], hiddenShift: shift, scoreStep: scoreStep(step * 0x1p14))
  }

  /// Int8 weights with one step for all of them, and biases in units of that step / `inputUnit`.
  private static func integers(
    _ rows: [[Double]], _ biases: [Double], _ inputUnit: Double
  ) -> (ModelPacker.Layer, step: Double) {
    let step = max(rows.joined().map(\.magnitude).max() ?? 0, 1e-6) / 127
    let layer = ModelPacker.Layer(
      rows: rows.map { $0.map { rounded($0 / step) } },
      biases: biases.map { Int32(clamping: Int(($0 / step * inputUnit).rounded())) })
    return (layer, step)
  }

  /// The smallest shift at which the examples' largest hidden sum uses at most half the range of
  /// Int16. Letters of other people may give larger sums.
  private static func shift(for layer: ModelPacker.Layer, _ examples: [[Float]]) -> Int {
    var greatest = 1.0
    for example in examples {
      for (row, bias) in zip(layer.rows, layer.biases) {
        let sum = zip(row, example).reduce(Double(bias)) {
          $0 + Double($1.0) * Double($1.1) * 0x1p14
        }
        greatest = max(greatest, sum)
      }
    }
    var shift = 0
    while greatest / Double(1 << shift) > 16_384 { shift += 1 }
    return shift
  }

  static func scoreStep(_ step: Double) -> Fixed<30> {
    Fixed(bits: Int32(min(max((step * 0x1p30).rounded(), 1), 0x7FFF_FFFF)))
  }

  private static func rounded(_ value: Double) -> Int8 { Int8(clamping: Int(value.rounded())) }

  private static func rows(of layer: DenseParameters) -> [[Double]] {
    (0..<layer.outputs).map { output in
      (0..<layer.inputs).map { Double(layer[output, $0]) }
    }
  }

  private static func biases(of layer: DenseParameters) -> [Double] {
    (0..<layer.outputs).map { Double(layer[$0, layer.inputs]) }
  }
}
