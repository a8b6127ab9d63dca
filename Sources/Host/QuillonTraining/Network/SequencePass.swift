/// The values of a few examples in a network that reads paths, layer by layer, and the derivatives on the way back.
///
/// The numbers of a step lie one after another, and so do the steps. So what a convolution sees at a step is one run of numbers, and
/// a convolution is a `DenseParameters` that is applied at every step. Two empty steps before and after a path stand for what is
/// outside of it. Channels are filled up to whole blocks; the channels that fill up are always 0.
final class SequencePass: @unchecked Sendable {
  typealias Block = DenseParameters.Block
  /// The most examples at once.
  static let capacity = 16

  /// One convolution: its inputs and its sums, with the two empty steps at both ends.
  private struct Convolution {
    let length: Int
    let inputs: Int
    let blocks: Int
    let x: UnsafeMutablePointer<Float>
    let sums: UnsafeMutablePointer<Block>

    /// The inputs of an example, with the empty steps.
    func inputs(of example: Int) -> UnsafeMutablePointer<Float> {
      x + example * (length + 4) * inputs
    }
    /// The sums of an example, with the empty steps.
    func sums(of example: Int) -> UnsafeMutablePointer<Block> {
      sums + example * (length + 4) * blocks
    }
  }

  private let size: SequenceSize
  private var convolutions: [Convolution] = []
  private let lastBlocks: Int
  /// What the convolutions make of the path: eight steps.
  private let pooled: UnsafeMutablePointer<Float>
  private let (featureSums, sequenceSums):
    (UnsafeMutablePointer<Block>, UnsafeMutablePointer<Block>)
  private let hidden: UnsafeMutablePointer<Float>
  /// Derivatives on the way back.
  private let back: UnsafeMutablePointer<Block>
  private var reversed: [DenseParameters] = []

  init(_ size: SequenceSize) {
    self.size = size
    let capacity = Self.capacity
    var (length, inputs) = (SequenceSize.steps, SequenceSize.stepNumbers)
    for channels in size.channels {
      let blocks = Self.blocks(channels)
      convolutions.append(
        Convolution(
          length: length, inputs: inputs, blocks: blocks,
          x: Self.zeros(capacity * (length + 4) * inputs, Float.zero),
          sums: Self.zeros(capacity * (length + 4) * blocks, .zero)))
      (length, inputs) = (length / 2, blocks * Block.scalarCount)
    }
    lastBlocks = inputs / Block.scalarCount
    pooled = Self.zeros(capacity * length * inputs, Float.zero)
    featureSums = Self.zeros(capacity * Self.blocks(size.featureUnits), .zero)
    sequenceSums = Self.zeros(capacity * Self.blocks(size.sequenceUnits), .zero)
    hidden = Self.zeros(capacity * size.hidden, Float.zero)
    back = Self.zeros(capacity * 64 * max(Self.blocks(size.hidden), lastBlocks), .zero)
  }

  deinit {
    for convolution in convolutions {
      convolution.x.deallocate()
      convolution.sums.deallocate()
    }
    pooled.deallocate()
    featureSums.deallocate()
    sequenceSums.deallocate()
    hidden.deallocate()
    back.deallocate()
  }

  static func blocks(_ outputs: Int) -> Int {
    (outputs + Block.scalarCount - 1) / Block.scalarCount
  }

  private static func zeros<T>(_ count: Int, _ zero: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
    memory.initialize(repeating: zero, count: count)
    return memory
  }

  /// Computes the sums of the outputs of `count` examples, at most `capacity`. The inputs of each example follow those of the one
  /// before: the features, then the path.
  func forward(
    _ network: Network, x: UnsafePointer<Float>, count: Int,
    into outputs: UnsafeMutablePointer<Block>
  ) {
    let inputs = network.inputs
    let layers = network.layers
    let first = convolutions[0]
    for example in 0..<count {
      let path = x + example * inputs + SequenceSize.features
      (first.inputs(of: example) + 2 * first.inputs)
        .update(from: path, count: SequenceSize.steps * SequenceSize.stepNumbers)
    }
    for (index, convolution) in convolutions.enumerated() {
      for example in 0..<count {
        let sums = convolution.sums(of: example) + 2 * convolution.blocks
        layers[index].apply(
          to: convolution.inputs(of: example), stride: convolution.inputs,
          count: convolution.length, into: sums)
        let target: UnsafeMutablePointer<Float>
        if index + 1 < convolutions.count {
          let next = convolutions[index + 1]
          target = next.inputs(of: example) + 2 * next.inputs
        } else {
          target = pooled + example * 8 * lastBlocks * Block.scalarCount
        }
        Self.pool(sums, convolution, into: target)
      }
    }
    layers[3].apply(to: x, stride: inputs, count: count, into: featureSums)
    layers[4].apply(to: pooled, count: count, into: sequenceSums)
    for example in 0..<count {
      let units = hidden + example * size.hidden
      let features = featureSums + example * layers[3].blocks
      let sequence = sequenceSums + example * layers[4].blocks
      for unit in 0..<size.featureUnits { units[unit] = max(features[unit / 16][unit % 16], 0) }
      for unit in 0..<size.sequenceUnits {
        units[size.featureUnits + unit] = max(sequence[unit / 16][unit % 16], 0)
      }
    }
    layers[5].apply(to: hidden, count: count, into: outputs)
  }

  /// The rectified maxima of pairs of steps.
  private static func pool(
    _ sums: UnsafePointer<Block>, _ convolution: Convolution,
    into target: UnsafeMutablePointer<Float>
  ) {
    let blocks = convolution.blocks
    let target = UnsafeMutableRawPointer(target)
    for step in 0..<convolution.length / 2 {
      for block in 0..<blocks {
        let (a, b) = (sums[2 * step * blocks + block], sums[(2 * step + 1) * blocks + block])
        // pointwiseMax compares one number after the other.
        let greater = a.replacing(with: b, where: b .> a)
        let greatest = greater.replacing(with: 0, where: greater .< 0)
        target.storeBytes(
          of: greatest, toByteOffset: (step * blocks + block) * MemoryLayout<Block>.size,
          as: Block.self)
      }
    }
  }

  /// Raises `greatest`, which has the greatest sums of the outputs of all layers but the last, to those of the first example.
  func raise(_ greatest: inout [[Float]]) {
    func raise(_ layer: Int, _ sums: UnsafePointer<Block>, count: Int) {
      let blocks = Self.blocks(greatest[layer].count)
      for step in 0..<count {
        for output in greatest[layer].indices {
          greatest[layer][output] = max(
            greatest[layer][output], sums[step * blocks + output / 16][output % 16])
        }
      }
    }
    for (index, convolution) in convolutions.enumerated() {
      raise(
        index, convolution.sums(of: 0) + 2 * convolution.blocks, count: convolution.length)
    }
    raise(3, featureSums, count: 1)
    raise(4, sequenceSums, count: 1)
  }

  /// The layers as they lead back from derivatives of the outputs to those of the inputs. Call it whenever the weights changed.
  func reverse(_ network: Network) {
    let layers = network.layers
    reversed = [
      layers[1].reversed(width: SequenceSize.width), layers[2].reversed(width: SequenceSize.width),
      layers[4].reversed(width: 1), layers[5].reversed(width: 1),
    ]
  }

  /// Adds the gradients of the examples of the last `forward`. `slopes` are the derivatives of the loss with respect to the outputs.
  func backward(
    x: UnsafePointer<Float>, inputs: Int, slopes: UnsafePointer<Block>, count: Int,
    into gradients: inout [DenseParameters]
  ) {
    gradients[5].addGradient(x: hidden, slopes: slopes, count: count)
    reversed[3].apply(to: Self.floats(slopes), count: count, into: back)
    let (featureBlocks, sequenceBlocks) = (gradients[3].blocks, gradients[4].blocks)
    for example in 0..<count {
      let units = hidden + example * size.hidden
      let slopes = back + example * reversed[3].blocks
      for unit in 0..<size.hidden {
        let slope = units[unit] > 0 ? slopes[unit / 16][unit % 16] : 0
        let place = unit - size.featureUnits
        if place < 0 {
          featureSums[example * featureBlocks + unit / 16][unit % 16] = slope
        } else {
          sequenceSums[example * sequenceBlocks + place / 16][place % 16] = slope
        }
      }
    }
    gradients[3].addGradient(x: x, stride: inputs, slopes: featureSums, count: count)
    gradients[4].addGradient(x: pooled, slopes: sequenceSums, count: count)
    reversed[2].apply(to: Self.floats(sequenceSums), count: count, into: back)
    for example in 0..<count {
      var slopes = UnsafePointer(back + example * 8 * lastBlocks)
      for index in convolutions.indices.reversed() {
        let convolution = convolutions[index]
        let sums = convolution.sums(of: example)
        Self.unpool(slopes, convolution, into: sums + 2 * convolution.blocks)
        gradients[index].addGradient(
          x: convolution.inputs(of: example), stride: convolution.inputs,
          slopes: sums + 2 * convolution.blocks, count: convolution.length)
        guard index > 0 else { break }
        // The derivatives of this example's last layer were used.
        let target = back + Self.capacity * 8 * lastBlocks
        reversed[index - 1].apply(
          to: Self.floats(sums), stride: convolution.blocks * Block.scalarCount,
          count: convolution.length, into: target)
        slopes = UnsafePointer(target)
      }
    }
  }

  /// Turns the sums of a convolution into derivatives: those of the maxima go to the greater sum of each pair if it is above 0.
  private static func unpool(
    _ slopes: UnsafePointer<Block>, _ convolution: Convolution,
    into sums: UnsafeMutablePointer<Block>
  ) {
    let blocks = convolution.blocks
    for step in 0..<convolution.length / 2 {
      for block in 0..<blocks {
        let slope = slopes[step * blocks + block]
        let (first, second) = (2 * step * blocks + block, (2 * step + 1) * blocks + block)
        let (a, b) = (sums[first], sums[second])
        sums[first] = Block.zero.replacing(with: slope, where: (a .> 0) .& (a .>= b))
        sums[second] = Block.zero.replacing(with: slope, where: (b .> 0) .& (b .> a))
      }
    }
  }

  private static func floats(_ blocks: UnsafePointer<Block>) -> UnsafePointer<Float> {
    UnsafeRawPointer(blocks).assumingMemoryBound(to: Float.self)
  }
}

extension DenseParameters {
  /// The layer that leads from derivatives of the outputs of a convolution of this width to those of its inputs; of a dense layer
  /// with width 1. Its inputs are whole blocks, and its biases are 0.
  func reversed(width: Int) -> DenseParameters {
    let (step, outer) = (inputs / width, blocks * Block.scalarCount)
    var layer = DenseParameters(inputs: width * outer, outputs: step)
    for output in 0..<outputs {
      for place in 0..<width {
        for input in 0..<step {
          layer[input, place * outer + output] = self[output, (width - 1 - place) * step + input]
        }
      }
    }
    return layer
  }
}
