/// Gradient descent with a step size of its own for each weight (Kingma and Ba 2015, "Adam: a
/// method for stochastic optimization", algorithm 1, with their constants).
struct AdamOptimizer {
  private typealias Block = DenseParameters.Block
  private var means: [[Block]]
  private var squares: [[Block]]
  private var (meanPower, squarePower): (Float, Float) = (1, 1)
  private let decay: Float

  /// An optimizer for `network`, whose weights shrink by `decay` times the learning rate in each step.
  init(_ network: Network, decay: Float) {
    self.decay = decay
    means = network.layers.map { Array(repeating: .zero, count: $0.values.count) }
    squares = means
  }

  /// Changes the weights of `network` by one step. The gradient is the sum of `gradients` times
  /// `scale`; `rate` is the learning rate.
  mutating func step(
    _ network: inout Network, _ gradients: [[DenseParameters]], scale: Float, rate: Float
  ) {
    meanPower *= 0.9
    squarePower *= 0.999
    let pace = rate / (1 - meanPower)
    let correction = 1 / (1 - squarePower)
    let kept = 1 - rate * decay
    for layer in means.indices {
      for index in means[layer].indices {
        var gradient = Block.zero
        for share in gradients { gradient += share[layer].values[index] }
        gradient *= scale
        let mean = means[layer][index] * 0.9 + gradient * 0.1
        let square = squares[layer][index] * 0.999 + gradient * gradient * 0.001
        means[layer][index] = mean
        squares[layer][index] = square
        let weight = network.layers[layer].values[index]
        network.layers[layer].values[index] =
          weight * kept - mean * pace / ((square * correction).squareRoot() + 1e-8)
      }
    }
  }
}

extension Network {
  /// Moves all weights toward those of `other`, by this share of the difference.
  mutating func approach(_ other: Network, by share: Float) {
    for layer in layers.indices {
      for index in layers[layer].values.indices {
        let way = other.layers[layer].values[index] - layers[layer].values[index]
        layers[layer].values[index] += way * share
      }
    }
  }
}
