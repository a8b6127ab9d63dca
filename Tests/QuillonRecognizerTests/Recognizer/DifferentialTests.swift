import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import QuillonTraining
import TestSupport
import Testing

/// The chain in integers against the chain in Double, on the same samples: 26 letters of each of 100
/// simulated people with a telephone's sensors.
@Suite struct DifferentialTests {
  @Test func twoThousandSixHundredLettersGetTheSameLabel() async throws {
    let model = try await quickModel()
    let reference = ReferenceClassifier(
      weights: model.weights.rows.map { row in
        row.map { Double($0) * model.weights.step.double }
      })
    var (letters, same, named, widest) = (0, 0, 0, 0.0)
    for seed in UInt64(1_000)..<1_100 {
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        let truth = try AirWriter(seed: seed).trace(of: String(letter), sample: seed)
        let samples = SensorErrors.phone.apply(to: truth, seed: seed).replaySamples.map(\.sample)
        var fixed = Recognizer(model: model.linearModel)
        var double = ReferenceRecognizer(.init(), classifier: reference)
        for sample in samples {
          var event = fixed.push(sample)
          let expected = double.push(ReferenceSample(sample))
          if sample.pen == .down {
            let difference =
              fixed.tracker.integrator.position.reference - double.integrator.position
            widest = max(widest, difference.length)
          }
          guard let expected else { continue }
          event = event ?? fixed.finish()
          letters += 1
          guard case .classification(let classification) = event else { continue }
          if Int(classification.label) == expected.label { same += 1 }
          if model.labels[Int(classification.label)] == String(letter) { named += 1 }
        }
      }
    }
    #expect(letters == 2_600)
    #expect(Double(same) >= 0.995 * Double(letters), "\(same) of \(letters) agree")
    #expect(widest < 0.001, "positions differ by \(widest) m")
    #expect(named > letters / 2, "a model that names \(named) of \(letters) tests nothing")
  }

  /// One long stroke: ten seconds of writing without lifting the pen.
  @Test func positionIsWithinAMillimeterAfterTenSeconds() throws {
    for seed in UInt64(2_000)..<2_020 {
      let truth = try AirWriter(seed: seed).trace(of: "ABCDEFGHIJ", sample: seed)
      let measured = SensorErrors.phone.apply(to: truth, seed: seed)
      var rows = measured.rows.filter { $0.time < 10.5 }
      for index in rows.indices {
        rows[index].isPenDown = true
        // Jitter may put the first row before 0, where a device clock wraps and a Double does not.
        rows[index].time += 1
      }
      var fixed = MotionTracker(.standard)
      var double = ReferenceIntegrator()
      for sample in Trace(rows: rows).replaySamples.map(\.sample) {
        guard let attitude = sample.attitude?.validated else { continue }
        _ = fixed.advance(
          to: sample.timestamp, acceleration: sample.acceleration.inReferenceFrame(of: attitude))
        let exact = ReferenceSample(sample)
        _ = double.push(time: exact.time, acceleration: exact.referenceAcceleration)
      }
      let error = (fixed.integrator.position.reference - double.position).length
      #expect(rows.count > 1_000)
      #expect(
        error < 0.001, "seed \(seed): \(fixed.integrator.position.reference) \(double.position)")
    }
  }

  /// Trained on the ink of other simulated people: good enough to compare on.
  private func quickModel() async throws -> ModelFile {
    var samples: [FeatureSample] = []
    for seed in UInt64(1)...40 {
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        let ink = try AirWriter(seed: seed).ink(of: letter, sample: seed)
        samples += FeatureExtraction.features(of: [ink]).samples
      }
    }
    let trainer = PerceptronTrainer(PerceptronSettings(starts: 2, passes: 10))
    return try ModelFile(quantizing: await trainer.train(on: TrainingSet(samples)))
  }
}

extension ReferenceSample {
  /// The same sample in Double; the attitude's last bits are those of Q1.30.
  init(_ sample: InertialSample) {
    let acceleration: Acceleration =
      switch sample.acceleration {
      case .linear(let a): .linear(a.reference)
      case .specificForce(let f): .specificForce(f.reference)
      }
    self.init(
      time: Double(sample.timestamp) * 1e-6, acceleration: acceleration,
      angularRate: sample.angularRate?.reference,
      attitude: (sample.attitude?.reference ?? .identity).normalized,
      isPenDown: sample.pen == .down)
  }
}
