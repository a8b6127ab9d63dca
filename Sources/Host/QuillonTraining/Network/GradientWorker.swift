import Foundation

/// Computes the gradient of one part of a batch.
package final class GradientWorker: @unchecked Sendable {
  package typealias Block = DenseParameters.Block

  /// The sums of the gradients of the last `compute`.
  package private(set) var gradients: [DenseParameters]
  private let pass: SequencePass?

  package init(_ network: Network) {
    pass = network.sequence.map { SequencePass($0) }
    gradients = network.layers.map { DenseParameters(inputs: $0.inputs, outputs: $0.outputs) }
  }

  /// Computes the gradient of `count` examples. Their inputs are one after another in `x`.
  /// `targets` holds the desired probability of each label for each example.
  package func compute(
    _ network: Network, x: UnsafePointer<Float>, targets: UnsafePointer<Float>, count: Int
  ) {
    for layer in gradients.indices {
      for index in gradients[layer].values.indices { gradients[layer].values[index] = .zero }
    }
    guard count > 0 else { return }
    let last = network.layers[network.layers.count - 1]
    var sums = [Block](repeating: .zero, count: count * last.blocks)
    if let pass {
      return compute(network, pass, x: x, targets: targets, count: count, &sums)
    }
    guard network.layers.count == 2 else {
      last.apply(to: x, count: count, into: &sums)
      Self.slopes(&sums, last, targets, count)
      gradients[0].addGradient(x: x, slopes: sums, count: count)
      return
    }
    let first = network.layers[0]
    var hiddenSums = [Block](repeating: .zero, count: count * first.blocks)
    first.apply(to: x, count: count, into: &hiddenSums)
    var hidden = [Float](repeating: 0, count: count * first.outputs)
    for example in 0..<count {
      for unit in 0..<first.outputs {
        let sum = hiddenSums[example * first.blocks + unit / 16][unit % 16]
        hidden[example * first.outputs + unit] = max(sum, 0)
      }
    }
    last.apply(to: hidden, count: count, into: &sums)
    Self.slopes(&sums, last, targets, count)
    gradients[1].addGradient(x: hidden, slopes: sums, count: count)
    var back = [Float](repeating: 0, count: first.outputs)
    for example in 0..<count {
      sums.withUnsafeBufferPointer { sums in
        guard let base = sums.baseAddress else { return }
        last.slopes(of: base + example * last.blocks, into: &back)
      }
      for unit in 0..<first.outputs {
        let active = hidden[example * first.outputs + unit] > 0
        hiddenSums[example * first.blocks + unit / 16][unit % 16] = active ? back[unit] : 0
      }
    }
    gradients[0].addGradient(x: x, slopes: hiddenSums, count: count)
  }

  /// The same for a network that reads paths, a few examples at a time.
  private func compute(
    _ network: Network, _ pass: SequencePass, x: UnsafePointer<Float>,
    targets: UnsafePointer<Float>, count: Int, _ sums: inout [Block]
  ) {
    let last = network.layers[network.layers.count - 1]
    pass.reverse(network)
    for start in stride(from: 0, to: count, by: SequencePass.capacity) {
      let part = min(SequencePass.capacity, count - start)
      let x = x + start * network.inputs
      pass.forward(network, x: x, count: part, into: &sums)
      Self.slopes(&sums, last, targets + start * last.outputs, part)
      pass.backward(x: x, inputs: network.inputs, slopes: sums, count: part, into: &gradients)
    }
  }

  /// Turns sums into the derivatives of the cross-entropy: the softmax minus the target.
  private static func slopes(
    _ sums: inout [Block], _ layer: DenseParameters, _ targets: UnsafePointer<Float>, _ count: Int
  ) {
    var shares = [Float](repeating: 0, count: layer.outputs)
    for example in 0..<count {
      var greatest = -Float.infinity
      for output in 0..<layer.outputs {
        shares[output] = sums[example * layer.blocks + output / 16][output % 16]
        greatest = max(greatest, shares[output])
      }
      var total: Float = 0
      for output in 0..<layer.outputs {
        shares[output] = exp(shares[output] - greatest)
        total += shares[output]
      }
      for block in 0..<layer.blocks { sums[example * layer.blocks + block] = .zero }
      for output in 0..<layer.outputs {
        sums[example * layer.blocks + output / 16][output % 16] =
          shares[output] / total - targets[example * layer.outputs + output]
      }
    }
  }
}
