import QuillonReferenceModel

/// The weights of one layer during training, in blocks of sixteen outputs.
///
/// One input is used for sixteen products at once, and every sum is computed in the same order on
/// every machine.
package struct DenseParameters: Sendable {
  package typealias Block = SIMD16<Float>

  package let inputs: Int
  package let outputs: Int
  /// How many blocks the outputs fill.
  let blocks: Int
  /// The weights. Those of block b and input i are at [b · (inputs + 1) + i]; the bias is last.
  var values: [Block]

  /// A layer with all weights 0.
  init(inputs: Int, outputs: Int) {
    self.inputs = inputs
    self.outputs = outputs
    blocks = (outputs + Block.scalarCount - 1) / Block.scalarCount
    values = Array(repeating: .zero, count: blocks * (inputs + 1))
  }

  /// A layer with random weights, uniform with the variance 2/inputs (He and others 2015, "Delving
  /// deep into rectifiers"), and with biases of 0.
  init(inputs: Int, outputs: Int, random: inout SeededRandom) {
    self.init(inputs: inputs, outputs: outputs)
    let limit = (6 / Double(inputs)).squareRoot()
    for output in 0..<outputs {
      for input in 0..<inputs {
        self[output, input] = Float(random.uniform(in: -limit...limit))
      }
    }
  }

  /// The weight of an output for an input. The input with the number `inputs` is the bias.
  package subscript(output: Int, input: Int) -> Float {
    get {
      values[output / Block.scalarCount * (inputs + 1) + input][output % Block.scalarCount]
    }
    set {
      values[output / Block.scalarCount * (inputs + 1) + input][output % Block.scalarCount] =
        newValue
    }
  }

  /// Computes the sums of `count` examples. The inputs of each begin at `x`, `stride` numbers after those of the one before; nil
  /// for one after another. The results go into `sums`, `blocks` blocks for each example.
  func apply(
    to x: UnsafePointer<Float>, stride: Int? = nil, count: Int,
    into sums: UnsafeMutablePointer<Block>
  ) {
    let stride = stride ?? inputs
    values.withUnsafeBufferPointer { values in
      guard let weights = values.baseAddress else { return }
      for block in 0..<blocks {
        let row = weights + block * (inputs + 1)
        var example = 0
        while example < count {
          let pair = example + 1 < count
          let first = x + example * stride
          let second = pair ? first + stride : first
          var a = row[inputs]
          var b = a
          for input in 0..<inputs {
            let weight = row[input]
            a += weight * first[input]
            b += weight * second[input]
          }
          sums[example * blocks + block] = a
          if pair { sums[(example + 1) * blocks + block] = b }
          example += 2
        }
      }
    }
  }

  /// Adds the gradients of `count` examples to this layer of gradients: the inputs at `x`, laid out as for `apply`, times the
  /// derivatives of the loss with respect to the outputs, `slopes`.
  mutating func addGradient(
    x: UnsafePointer<Float>, stride: Int? = nil, slopes: UnsafePointer<Block>, count: Int
  ) {
    let stride = stride ?? inputs
    values.withUnsafeMutableBufferPointer { values in
      guard let gradient = values.baseAddress else { return }
      for block in 0..<blocks {
        let row = gradient + block * (inputs + 1)
        let slopes = slopes + block
        var input = 0
        while input < inputs {
          // Two inputs at once; the last of an odd number alone.
          let next = min(input + 1, inputs - 1)
          var (a, b) = (row[input], row[next])
          var example = 0
          while example + 1 < count {
            let (first, second) = (x + example * stride, x + (example + 1) * stride)
            let (s, t) = (slopes[example * blocks], slopes[(example + 1) * blocks])
            a += s * first[input] + t * second[input]
            b += s * first[next] + t * second[next]
            example += 2
          }
          if example < count {
            let (last, s) = (x + example * stride, slopes[example * blocks])
            a += s * last[input]
            b += s * last[next]
          }
          row[input] = a
          if next > input { row[next] = b }
          input += 2
        }
        var example = 0
        while example + 1 < count {
          row[inputs] += slopes[example * blocks] + slopes[(example + 1) * blocks]
          example += 2
        }
        if example < count { row[inputs] += slopes[example * blocks] }
      }
    }
  }

  /// Computes the derivatives with respect to the inputs of one example, from those with respect to
  /// its outputs.
  func slopes(
    of outputs: UnsafePointer<Block>, into slopes: UnsafeMutablePointer<Float>
  ) {
    values.withUnsafeBufferPointer { values in
      guard let weights = values.baseAddress else { return }
      for input in 0..<inputs {
        var sum = Block.zero
        for block in 0..<blocks { sum += weights[block * (inputs + 1) + input] * outputs[block] }
        slopes[input] = sum.sum()
      }
    }
  }
}
