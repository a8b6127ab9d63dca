import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import QuillonWire
import TestSupport
import Testing

/// Firmware whose model has a sequence network is taught like any other.
@Suite struct SequenceTrainerTests {
  private static func samples(_ text: String) throws -> [InertialSample] {
    SensorErrors.phone.apply(to: try AirWriter(seed: 5).trace(of: text), seed: 5)
      .replaySamples.map(\.sample)
  }

  /// The board's answer is that of the host's layer, to the bit, after a lesson and after it is undone.
  @Test func aBoardLearnsAsTheHostDoes() throws {
    let model = try NetworkModel(RandomSequenceModel(.board, seed: 61).bytes, name: "test")
    let samples = try Self.samples("Q")
    let (memory, margin) = (
      UnsafeMutableRawPointer.allocate(byteCount: OnDeviceTrainer.memorySize, alignment: 8),
      Fixed<12>(bits: 4)
    )
    defer { memory.deallocate() }
    var trainer = OnDeviceTrainer()
    var recognizer = SequenceRecognizer()
    trainer.begin(model.model, memory: memory, &recognizer)
    func read() throws -> Classification {
      var answer: Classification?
      for sample in samples {
        guard let event = recognizer.push(sample) else { continue }
        if case .classification(let read) = trainer.classify(event, &recognizer) { answer = read }
      }
      return try #require(answer)
    }
    var host = Recognizer(model: model.model)
    let untaught = samples.compactMap { host.push($0) }
    var features = host.packedFeatures()
    let before = try read()
    #expect(untaught == [.classification(before)])
    let meant = (before.label + 1) % 26
    guard var layer = PersonalLayer<1_728, 41>(model.model) else {
      Issue.record("the layer does not fit")
      return
    }
    let outcome = layer.learn(model.model, &features, as: Int(meant), margin: margin)
    #expect(outcome == .learned)
    let lesson = TrainerRequest.learn(
      label: meant, after: 0, modelID: trainer.modelID, margin: margin)
    guard case .reply(let reply) = trainer.handle(.request(lesson), &recognizer) else {
      Issue.record("no reply")
      return
    }
    #expect(reply.outcome == .done && reply.subject == meant)
    let taught = try read()
    #expect(taught.label == meant)
    #expect(taught == layer.classification(model.model, on: &features))
    _ = trainer.handle(.request(.undo(after: 1)), &recognizer)
    #expect(try read() == before)
  }

  /// A board accepts only models of the features that its firmware computes.
  @Test func aModelOfOtherFeaturesIsUnsuitable() throws {
    let model = PackedModel.airFeatures
    let outcome = TrainerBoard().take(.model, model.fileBytes, modelID: model.modelID)?.outcome
    #expect(outcome == .unsuitable)
  }
}
