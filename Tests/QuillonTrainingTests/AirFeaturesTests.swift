import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Testing

/// Letters in the air as features: those that a recognizer has at each classification.
@Suite struct AirFeaturesTests {
  /// Adds a stroke of `count` rows at 100 Hz: an acceleration that swings, the pen up before and
  /// after.
  private func write(
    _ label: String?, count: Int, into trace: inout Trace, gapAt gap: Int? = nil,
    using random: inout SeededRandom
  ) {
    let number = trace.rows.compactMap(\.stroke).max().map { $0 + 1 } ?? 0
    var time = (trace.rows.last?.time ?? 0) + 0.01
    let (x, y) = (random.uniform(in: -3...3), random.uniform(in: -3...3))
    for index in -5..<count + 5 {
      var row = TraceRow(time: time)
      time += index == gap ? 0.3 : 0.01
      let swing = index % 20 < 10 ? 1.0 : -1.0
      row.linearAcceleration = [x * swing, y * (index % 30 < 15 ? 1 : -1), 0.1 * swing]
      row.angularRate = .zero
      row.attitude = [1, 0, 0, 0]
      row.isPenDown = (0..<count).contains(index)
      if row.isPenDown == true {
        row.stroke = number
        row.label = label
      }
      trace.rows.append(row)
    }
  }

  @Test func featuresAreThoseOfARecognizerFedByHand() throws {
    let seed: UInt64 = 300
    var random = SeededRandom(seed: seed)
    var trace = Trace(rows: [])
    for label in ["A", "B", nil, "C"] {
      write(label, count: 40 + random.index(below: 60), into: &trace, using: &random)
    }
    // The strokes are smaller than letters.
    let parameters = RecognizerParameters(minimumSize: .zero)
    for removesDrift in [true, false] {
      var changed = parameters
      changed.removesDrift = removesDrift
      let weights = [Int16](repeating: 1, count: 28)
      let model = LinearModel(labels: ["A"], weights: weights.span, weightStep: .one)
      var recognizer = Recognizer(model: try #require(model), parameters: changed)
      var byHand: [[Double]] = []
      for row in trace.rows {
        guard case .classification = recognizer.push(try #require(InertialSample(row))) else {
          continue
        }
        let features = recognizer.strokeFeatures()
        byHand.append((0..<28).map { Double(features[$0]) * 0x1p-14 })
      }
      try #require(byHand.count == 4)
      byHand.remove(at: 2)
      let result = FeatureExtraction.features(of: trace, parameters: changed)
      #expect(result.samples.map(\.label) == ["A", "B", "C"])
      #expect(result.samples.map(\.values) == byHand, "seed \(seed)")
      #expect(result.abandoned == [])
    }
    var changed = parameters
    changed.removesDrift.toggle()
    let with = FeatureExtraction.features(of: trace, parameters: parameters)
    let without = FeatureExtraction.features(of: trace, parameters: changed)
    #expect(with != without)
  }

  @Test func strokesThatTheDeviceGivesUpAreNamed() throws {
    var random = SeededRandom(seed: 301)
    var trace = Trace(rows: [])
    write("A", count: 50, into: &trace, using: &random)
    write("B", count: 50, into: &trace, gapAt: 20, using: &random)
    write("C", count: 1, into: &trace, using: &random)
    write(nil, count: 1, into: &trace, using: &random)
    write("D", count: 50, into: &trace, using: &random)
    // The strokes are smaller than letters.
    let result = FeatureExtraction.features(
      of: trace, parameters: RecognizerParameters(minimumSize: .zero))
    #expect(result.samples.map(\.label) == ["A", "D"])
    #expect(result.abandoned == ["B", "C"])
  }

  @Test func resultsAreAppended() {
    var result = FeatureExtraction.Result(samples: [Examples.vector("A", 1)])
    var other = FeatureExtraction.Result(samples: [Examples.vector("B", 2)])
    other.abandoned = ["C"]
    result.append(other)
    result.append(other)
    #expect(result.samples.map(\.label) == ["A", "B", "B"])
    #expect(result.abandoned == ["C", "C"])
  }
}
