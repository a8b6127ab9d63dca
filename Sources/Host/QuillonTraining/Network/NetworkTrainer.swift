import Foundation
import QuillonRecognizer
import QuillonReferenceModel

/// Trains a network by stochastic gradient descent on the cross-entropy (Adam: Kingma and Ba 2015).
///
/// Every letter is distorted anew each time it is shown. The resulting weights are the mean of the
/// weights over the last steps (Polyak and Juditsky 1992).
///
/// A batch is divided into a fixed number of parts, which run on all cores. Their gradients are
/// added in order, so the result does not depend on the number of cores.
public struct NetworkTrainer: Sendable {
  /// The settings of the training.
  public let settings: NetworkSettings
  private static let shares = 4

  /// A trainer with these settings.
  public init(_ settings: NetworkSettings) { self.settings = settings }

  /// Trains on as many examples as there are weights.
  ///
  /// - Parameters:
  ///   - inputs: how many features an example has.
  ///   - labels: how many labels there are.
  ///   - targets: for each example the desired probability of each label, one after another.
  ///   - weights: how often each example is shown in relation to the others; above 0.
  ///   - features: returns the features of example `index`, distorted by random numbers from `random`.
  ///   - progress: called after each pass with the number of completed passes.
  public func train(
    inputs: Int, labels: Int, targets: [Float], weights: [Double],
    features: @Sendable (_ index: Int, _ random: inout SeededRandom) -> [Float],
    progress: (_ done: Int) -> Void = { _ in }
  ) -> Network {
    var random = SeededRandom(seed: settings.seed)
    var network =
      settings.sequence.map { Network($0, labels: labels, random: &random) }
      ?? Network(inputs: inputs, hidden: settings.hidden, labels: labels, random: &random)
    var optimizer = AdamOptimizer(network, decay: settings.decay)
    let workers = (0..<Self.shares).map { _ in GradientWorker(network) }
    var mean = network
    let count = weights.count
    let exampleOrder = ExampleOrder(weights: weights)
    let steps = settings.passes * ((count + settings.batch - 1) / settings.batch)
    var step = 0
    for pass in 0..<settings.passes {
      let shown = exampleOrder.next(&random)
      let x = Self.examples(shown, inputs: inputs, seed: random.next(), features: features)
      var start = 0
      while start < count {
        let end = min(start + settings.batch, count)
        Self.gradient(
          network, workers, x: x, targets: targets, shown: shown, batch: start..<end)
        let progress = Float(step) / Float(steps)
        let rate = settings.rate * 0.5 * (1 + cos(progress * .pi))
        optimizer.step(
          &network, workers.map(\.gradients), scale: 1 / Float(end - start), rate: rate)
        step += 1
        mean.approach(network, by: step < steps / 2 ? 1 : 0.005)
        start = end
      }
      progress(pass + 1)
    }
    return mean
  }

  /// The features of a pass's examples, distorted anew, one example after another.
  private static func examples(
    _ shown: [Int], inputs: Int, seed: UInt64,
    features: @Sendable (_ index: Int, _ random: inout SeededRandom) -> [Float]
  ) -> [Float] {
    let count = shown.count
    return [Float](unsafeUninitializedCapacity: count * inputs) { buffer, initialized in
      nonisolated(unsafe) let buffer = buffer
      let chunk = 256
      DispatchQueue.concurrentPerform(iterations: (count + chunk - 1) / chunk) { part in
        for place in part * chunk..<min((part + 1) * chunk, count) {
          var random = SeededRandom(seed: seed &+ UInt64(place))
          let values = features(shown[place], &random)
          for input in 0..<inputs { buffer[place * inputs + input] = values[input] }
        }
      }
      initialized = count * inputs
    }
  }

  private static func gradient(
    _ network: Network, _ workers: [GradientWorker], x: [Float], targets: [Float],
    shown: [Int], batch: Range<Int>
  ) {
    let (inputs, labels) = (network.inputs, network.labels)
    DispatchQueue.concurrentPerform(iterations: shares) { share in
      let first = batch.lowerBound + batch.count * share / shares
      let end = batch.lowerBound + batch.count * (share + 1) / shares
      var wanted: [Float] = []
      for index in shown[first..<end] {
        wanted.append(contentsOf: targets[index * labels..<(index + 1) * labels])
      }
      x.withUnsafeBufferPointer { x in
        guard let start = x.baseAddress else { return }
        workers[share].compute(
          network, x: start + first * inputs, targets: wanted, count: end - first)
      }
    }
  }
}
