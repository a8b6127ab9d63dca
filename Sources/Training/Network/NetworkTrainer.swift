import Foundation
import Recognition
import SeededRandom

/// Trains a network by stochastic gradients of the cross-entropy (Adam: Kingma and Ba 2015), every
/// letter distorted anew each time it is shown; the answer is the mean of the weights over the last
/// steps (Polyak and Juditsky 1992).
///
/// A batch is cut into a fixed number of shares that run on all cores; their gradients are added in
/// order, so the result does not depend on how many cores there are.
public struct NetworkTrainer: Sendable {
  /// How it trains.
  public let settings: NetworkSettings
  private static let shares = 4

  /// A trainer.
  public init(_ settings: NetworkSettings) { self.settings = settings }

  /// Trains on `count` examples; `features` gives number `index`, distorted by what `random` draws.
  ///
  /// - Parameters:
  ///   - targets: for each example the probability of each label, one after another.
  ///   - progress: called after each pass with the number of passes done.
  public func train(
    inputs: Int, labels: Int, targets: [Float], count: Int,
    features: @Sendable (_ index: Int, _ random: inout SeededRandom) -> [Float],
    progress: (_ done: Int) -> Void = { _ in }
  ) -> Network {
    var random = SeededRandom(seed: settings.seed)
    var network = Network(
      inputs: inputs, hidden: settings.hidden, labels: labels, random: &random)
    var optimizer = AdamOptimizer(network)
    let workers = (0..<Self.shares).map { _ in GradientWorker(network) }
    var mean = network
    var order = Array(0..<count)
    let steps = settings.passes * ((count + settings.batch - 1) / settings.batch)
    var step = 0
    for pass in 0..<settings.passes {
      let x = Self.examples(
        count: count, inputs: inputs, seed: random.next(), features: features)
      order.shuffle(using: &random)
      var start = 0
      while start < count {
        let end = min(start + settings.batch, count)
        let batch = order[start..<end]
        Self.gradient(
          network, workers, x: x, targets: targets, batch: batch)
        let progress = Float(step) / Float(steps)
        let rate = settings.rate * 0.5 * (1 + cos(progress * .pi))
        optimizer.step(
          &network, workers.map(\.gradients), scale: 1 / Float(batch.count), rate: rate)
        step += 1
        mean.approach(network, by: step < steps / 2 ? 1 : 0.005)
        start = end
      }
      progress(pass + 1)
    }
    return mean
  }

  /// All examples, distorted anew, one after another.
  private static func examples(
    count: Int, inputs: Int, seed: UInt64,
    features: @Sendable (_ index: Int, _ random: inout SeededRandom) -> [Float]
  ) -> [Float] {
    [Float](unsafeUninitializedCapacity: count * inputs) { buffer, initialized in
      nonisolated(unsafe) let buffer = buffer
      let chunk = 256
      DispatchQueue.concurrentPerform(iterations: (count + chunk - 1) / chunk) { part in
        for index in part * chunk..<min((part + 1) * chunk, count) {
          var random = SeededRandom(seed: seed &+ UInt64(index))
          let values = features(index, &random)
          for input in 0..<inputs { buffer[index * inputs + input] = values[input] }
        }
      }
      initialized = count * inputs
    }
  }

  private static func gradient(
    _ network: Network, _ workers: [GradientWorker], x: [Float], targets: [Float],
    batch: ArraySlice<Int>
  ) {
    let (inputs, labels) = (network.inputs, network.labels)
    DispatchQueue.concurrentPerform(iterations: shares) { share in
      let first = batch.startIndex + batch.count * share / shares
      let end = batch.startIndex + batch.count * (share + 1) / shares
      var (rows, wanted): ([Float], [Float]) = ([], [])
      rows.reserveCapacity((end - first) * inputs)
      for index in batch[first..<end] {
        rows.append(contentsOf: x[index * inputs..<(index + 1) * inputs])
        wanted.append(contentsOf: targets[index * labels..<(index + 1) * labels])
      }
      workers[share].compute(
        network, x: rows, targets: wanted, count: end - first)
    }
  }
}
