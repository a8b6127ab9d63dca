import QuillonBridge
import QuillonFusion
import QuillonSimulator
import QuillonTraining
import Testing

/// What is reported while the hand moves.
@Suite struct ContinuousReaderTests {
  /// The predictions on what a person writes who rests between one gesture and the next.
  private func predictions(
    of text: String, seed: UInt64 = 1, rate: Double = ContinuousReader.usualRate
  ) throws -> [ContinuousReader.Prediction] {
    let model = try ShippedModel.gestures.load()
    let labeled = LabeledModel(.packed(model.model), labels: model.labels, owner: model)
    let bridge = Bridge(model: labeled.model, labels: labeled.labels, owner: model)
    var reader = ContinuousReader(model: labeled, rate: rate)
    var writer = AirWriter(seed: seed)
    writer.holdTime = 0.4
    var predictions: [ContinuousReader.Prediction] = []
    for replayed in try writer.trace(of: text).replaySamples {
      var sample = replayed.sample
      // Nobody presses a button.
      sample.pen = .up
      bridge.push(sample) { event in
        if let prediction = reader.follow(event) { predictions.append(prediction) }
      }
    }
    return predictions
  }

  @Test func gesturesAreToldWhileTheHandMoves() throws {
    let predictions = try predictions(of: "<swipeLeft><swipeRight><swipeUp>")
    let letters = predictions.compactMap(\.letter)
    #expect(letters.map(\.label) == ["swipeLeft", "swipeRight", "swipeUp"])
    for prediction in predictions {
      let sum = prediction.shares.reduce(0) { $0 + $1.probability }
      #expect(abs(sum - 1) < 1e-9 && prediction.shares.count == 37)
      let probabilities = prediction.shares.map(\.probability)
      #expect(probabilities == probabilities.sorted(by: >))
    }
    let steps = zip(predictions, predictions.dropFirst()).map { $1.time - $0.time }
    #expect(steps.allSatisfy { $0 > 0.0999 })
    // Ten a second while the hand moves, and none while it rests.
    #expect(steps.count { $0 < 0.125 } > 10)
    #expect(steps.count { $0 > 0.5 } == 2)
  }

  /// A rate above the board's gives a prediction for every sample of a moving hand, and the same gestures.
  @Test func everySampleCanHaveAPrediction() throws {
    let predictions = try predictions(of: "<swipeLeft><swipeRight><swipeUp>", rate: 1000)
    let letters = predictions.compactMap(\.letter)
    #expect(letters.map(\.label) == ["swipeLeft", "swipeRight", "swipeUp"])
    let steps = zip(predictions, predictions.dropFirst()).map { $1.time - $0.time }
    #expect(steps.count > 100)
    // All but the pauses between the gestures are one period of 100 Hz.
    #expect(steps.count { abs($0 - 0.01) < 1e-6 } >= steps.count - 2)
  }

  /// The hand goes on: nothing is reported again within a second.
  @Test func theTimeOutKeepsALetterFromRepeating() throws {
    for seed in UInt64(1)...4 {
      let letters = try predictions(
        of: "<shake><shake><wave><circle>", seed: seed
      ).compactMap(\.letter)
      let steps = zip(letters, letters.dropFirst()).map { $1.time - $0.time }
      #expect(steps.allSatisfy { $0 > 0.999 }, "seed \(seed): \(letters.map(\.label))")
    }
  }

  @Test func aBoardThatLiesStillIsToldNothingOf() {
    let model = LabeledModel.builtIn
    let bridge = Bridge(model: model.model, labels: model.labels)
    var reader = ContinuousReader(model: model)
    for number in 0..<500 {
      let sample = InertialSample(
        timestamp: UInt32(number) * 10_000, acceleration: .linear(.zero), attitude: .identity,
        pen: .down)
      bridge.push(sample) { #expect(reader.follow($0) == nil) }
    }
    #expect(reader.predictionTimes.count == 0)
  }
}
