import Foundation
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import TestSupport
import Testing

@Suite struct SequenceNetworkTests {
  /// A size whose channels do not fill whole blocks.
  private static let small = SequenceSize(channels: [4, 18, 6], featureUnits: 5, sequenceUnits: 3)

  private static func loss(_ network: Network, _ x: [Float], _ target: [Float]) -> Double {
    let scores = network.scores(of: x).map { Double($0) }
    let greatest = scores.max() ?? 0
    let total = scores.reduce(0) { $0 + exp($1 - greatest) }
    return zip(scores, target).reduce(0) { sum, pair in
      sum - Double(pair.1) * (pair.0 - greatest - log(total))
    }
  }

  /// The gradients agree with differences of the loss when one weight is moved a little.
  @Test func gradientsAreThoseOfFiniteDifferences() {
    var random = SeededRandom(seed: 7)
    let network = Network(Self.small, labels: 3, random: &random)
    // More than one group of examples.
    let examples = (0..<19).map { _ in
      (0..<network.inputs).map { _ in Float(random.normal(deviation: 0.7)) }
    }
    let targets = (0..<19).map { _ in (0..<3).map { _ in Float(random.uniform()) } }
      .map { target in target.map { $0 / target.reduce(0, +) } }
    let worker = GradientWorker(network)
    worker.compute(
      network, x: examples.flatMap { $0 }, targets: targets.flatMap { $0 }, count: 19)
    func loss(_ network: Network) -> Double {
      zip(examples, targets).reduce(0) { $0 + Self.loss(network, $1.0, $1.1) }
    }
    #expect(network.layers.count == 6)
    for layer in network.layers.indices {
      let (inputs, outputs) = (network.layers[layer].inputs, network.layers[layer].outputs)
      var (worst, largest) = (0.0, 0.0)
      for number in 0..<12 {
        // The bias is the input after the last.
        let (output, input) = (
          random.index(below: outputs), number == 0 ? inputs : random.index(below: inputs)
        )
        let step: Float = 1e-3
        var (more, less) = (network, network)
        more.layers[layer][output, input] += step
        less.layers[layer][output, input] -= step
        let difference = (loss(more) - loss(less)) / Double(2 * step)
        let gradient = Double(worker.gradients[layer][output, input])
        worst = max(worst, abs(difference - gradient))
        largest = max(largest, abs(gradient))
      }
      // Single precision, and maxima that change within the step.
      #expect(worst < 0.02 * largest + 0.01, "seed 7, layer \(layer): \(worst) of \(largest)")
      #expect(largest > 0.01, "seed 7, layer \(layer)")
    }
  }

  private static func training(passes: Int = 8) -> NetworkTraining {
    let size = SequenceSize(channels: [8, 8, 16], featureUnits: 8, sequenceUnits: 8)
    var settings = NetworkSettings.usual(.airSequence, hidden: 0, size: size, passes: passes)
    settings.rate = 0.01
    return NetworkTraining(settings: settings, featureSet: .airSequence, data: "lines")
  }

  /// The integers read what the network learned.
  @Test func learnsWhatCanBeLearned() throws {
    let model = try Self.training().train(on: NetworkTrainingTests.letters(seed: 3))
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, NetworkTrainingTests.letters(seed: 4))
    #expect(evaluation.matrix.accuracy > 0.98, "seeds 3, 4: \(evaluation.matrix.accuracy)")
    #expect(model.model.hiddenCount == 16 && model.sequenceSize?.channels == [8, 8, 16])
    let one = try model.restricted(to: ["R"])
    #expect(one.labels == ["R"] && one.model.hiddenCount == 16)
  }

  @Test func sameLettersAndSeedGiveTheSameBytes() throws {
    let letters = NetworkTrainingTests.letters(seed: 5)
    let first = try Self.training(passes: 2).train(on: letters)
    #expect(try Self.training(passes: 2).train(on: letters).bytes == first.bytes)
    #expect(try Self.training(passes: 3).train(on: letters).bytes != first.bytes)
  }

  /// The sizes that boards and computers have room for.
  @Test(arguments: [(SequenceSize.board, 20_000), (.host, 64_000)])
  func sizesFit(size: SequenceSize, limit: Int) throws {
    var settings = NetworkSettings.usual(.airSequence, hidden: 0, size: size, passes: 1)
    settings.batch = 60
    let letters = NetworkTrainingTests.letters(seed: 6)
    let model = try NetworkTraining(settings: settings, featureSet: .airSequence, data: "lines")
      .train(on: letters)
    // 25 more outputs.
    #expect(model.bytes.count + 25 * (size.featureUnits + size.sequenceUnits + 4) < limit)
  }
}
