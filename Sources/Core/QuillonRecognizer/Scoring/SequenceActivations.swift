/// Runs the sequence network of a model for one stroke, some products in each call, so that no call
/// takes long.
///
/// A convolution reads one memory and writes the other. Both have room for two steps of zeros before
/// the path and two after it, so that all windows are complete.
struct SequenceActivations: Sendable {
  /// How many products a call computes, and up to 1,279 more.
  static var slice: Int { 14_336 }

  /// What the first and the third convolution write: at most (32 + 4) · 16 and 8 · 64 numbers.
  private var odd = InlineArray<576, Int16>(repeating: 0)
  /// The segments of the path, (64 + 4) · 6 numbers, and what the second convolution writes: at most
  /// (16 + 4) · 32.
  private var even = InlineArray<640, Int16>(repeating: 0)
  /// How many convolutions are done, 0…3, and of the next one how many steps and outputs.
  private var done = 0
  private var step = 0
  private var output = 0
  private var isLoaded = false

  /// Nothing is computed yet.
  init() {}

  /// Goes back to the beginning.
  mutating func restart() { (done, step, output, isLoaded) = (0, 0, 0, false) }

  /// Does a slice of the work. Returns the classification when it is done; before that nil. The call
  /// after that starts again.
  ///
  /// - Parameters:
  ///   - model: A model with a sequence network, the same in all calls for a stroke.
  ///   - features: Of `airSequence`, the same in all calls.
  ///   - scorer: Gets the hidden units' activations and ranks the scores.
  mutating func advance<let count: Int>(
    _ model: PackedModel, _ features: inout FeatureNumbers<count>, _ scorer: inout ModelScorer
  ) -> Classification? {
    if !isLoaded { features.withNumbers { load($0 + PathFeatures.airCount) } }
    let network = model.sequence
    var products = Self.slice
    while products > 0, done < 3 { convolve(network, &products) }
    while products > 0 {
      if scorer.next < model.hiddenCount {
        products &-= addUnits(model, &features, &scorer)
      } else if scorer.isRanked(model) {
        restart()
        return scorer.finish(model)
      } else {
        features.withNumbers { scorer.addOutputs(model, $0) }
        products &-= 4 &* model.hiddenCount
      }
    }
    return nil
  }

  /// Copies the segments of the path at `numbers`, between zeros.
  private mutating func load(_ numbers: UnsafePointer<Int16>) {
    let (margin, count) = (2 &* PathSequence.channels, PathSequence.count)
    even.withMutableNumbers { place in
      Self.clear(place, margin, around: count)
      var index = 0
      while index < count {
        place[margin &+ index] = numbers[index]
        index &+= 1
      }
    }
    isLoaded = true
  }

  /// Writes `margin` zeros before and behind `count` numbers.
  private static func clear(
    _ place: UnsafeMutablePointer<Int16>, _ margin: Int, around count: Int
  ) {
    var index = 0
    while index < margin {
      place[index] = 0
      place[margin &+ count &+ index] = 0
      index &+= 1
    }
  }

  /// Computes outputs of the next convolution, until it is done or `products` are used up.
  private mutating func convolve(_ network: SequenceNetwork, _ products: inout Int) {
    let (layer, channels) = (network.convolution(done), network.channels(after: done))
    let (shift, isLast) = (network.shift(done), done == 2)
    let steps = SequenceNetwork.steps &>> (done &+ 1)
    let isOdd = done & 1 == 0
    var (step, output) = (step, output)
    odd.withMutableNumbers { odd in
      even.withMutableNumbers { even in
        let (input, results) = isOdd ? (even, odd) : (odd, even)
        let margin = isLast ? 0 : 2 &* layer.outputs
        if step == 0, output == 0 {
          Self.clear(results, margin, around: steps &* layer.outputs)
        }
        while products > 0, step < steps {
          let window = UnsafePointer(input + 2 &* step &* channels)
          let place = results + (margin &+ step &* layer.outputs)
          while products > 0, output < layer.outputs {
            let now = layer.sums(output, of: window)
            let next = layer.sums(output, of: window + channels)
            var index = 0
            while index < 4, output < layer.outputs {
              let sum = Swift.max(now[unchecked: index], next[unchecked: index])
              place[output] = PackedModel.activation(sum, shift)
              output &+= 1
              index &+= 1
            }
            products &-= 8 &* layer.inputs
          }
          if output == layer.outputs { (step, output) = (step &+ 1, 0) }
        }
      }
    }
    if step == steps { (done, step) = (done &+ 1, 0) }
    (self.step, self.output) = (step, output)
  }

  /// Computes the activations of the next hidden units. Returns the number of products.
  private mutating func addUnits<let count: Int>(
    _ model: PackedModel, _ features: inout FeatureNumbers<count>, _ scorer: inout ModelScorer
  ) -> Int {
    let layer = model.sequence.featureUnits
    if scorer.next < layer.outputs {
      features.withNumbers { scorer.addUnits(of: layer, from: 0, $0, model.hiddenShift) }
      return 4 &* layer.inputs
    }
    let (units, shift) = (model.sequence.units, model.sequence.shift(3))
    odd.withNumbers { scorer.addUnits(of: units, from: layer.outputs, $0, shift) }
    return 4 &* units.inputs
  }
}
