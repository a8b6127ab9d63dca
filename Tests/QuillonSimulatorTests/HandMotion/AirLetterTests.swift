import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// What the reference recognizer makes of each stroke of a trace.
private func results(
  _ trace: Trace, classifier: ReferenceClassifier
) throws -> [(result: ReferenceRecognizer.Result, classification: ReferenceClassification)] {
  var recognizer = ReferenceRecognizer(.init(), classifier: classifier)
  var found: [(ReferenceRecognizer.Result, ReferenceClassification)] = []
  for row in trace.rows {
    let q = try #require(row.attitude)
    let sample = ReferenceSample(
      time: row.time, acceleration: .linear(try #require(row.linearAcceleration)),
      angularRate: row.angularRate, attitude: ReferenceQuaternion(q[0], q[1], q[2], q[3]),
      isPenDown: row.isPenDown ?? false)
    if let classification = recognizer.push(sample) {
      found.append((try #require(recognizer.lastResult), classification))
    }
  }
  return found
}

private let nothing = ReferenceClassifier(weights: [[Double](repeating: 0, count: 28)])

private func points(of sample: InkSample) -> [SIMD2<Double>] {
  sample.strokes.flatMap(\.points).map { SIMD2($0.x, $0.y) }
}

private func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

/// The largest distance of a point of `a` from its nearest point of `b`, m.
private func distance(_ a: [SIMD2<Double>], from b: [SIMD2<Double>]) -> Double {
  a.map { point in b.map { length($0 - point) }.min() ?? .infinity }.max() ?? 0
}

@Suite struct AirLetterTests {
  /// The linear acceleration, turned into the reference frame and integrated twice, is the letter
  /// that the hand wrote.
  @Test(arguments: LetterShape.alphabet)
  func integratingTwiceGivesTheLetterBack(letter: Character) throws {
    var writer = AirWriter(seed: 17)
    writer.steadiness = .still
    let found = try results(writer.trace(of: String(letter), rate: 200), classifier: nothing)
    let result = try #require(found.first).result
    let written = try points(of: writer.ink(of: letter, rate: 1000))
    let plane = result.stroke.ink.map { SIMD2($0.x, $0.y) + written[0] }
    #expect(distance(plane, from: written) < 0.002, "\(letter)")
    #expect(distance(written, from: plane) < 0.006, "\(letter)")
    let depth = result.stroke.points.map { point in
      abs((result.stroke.meanAttitude.transpose * point.position).z)
    }
    #expect((depth.max() ?? 1) < 1e-9, "\(letter)")
  }

  /// With the unrest of a hand the letter comes back within what that unrest bends.
  @Test(arguments: [21 as UInt64, 22, 23])
  func anOrdinaryHandBendsTheLetterALittle(seed: UInt64) throws {
    let writer = AirWriter(seed: seed)
    let text = "ABDGMRSWZ"
    for letter in text {
      let found = try results(writer.trace(of: String(letter)), classifier: nothing)
      let plane = try #require(found.first).result.stroke.ink.map { SIMD2($0.x, $0.y) }
      let written = try points(of: writer.ink(of: letter, rate: 400))
      let moved = plane.map { $0 + written[0] }
      #expect(distance(moved, from: written) < 0.03, "\(letter), seed \(seed)")
    }
  }

  /// A classifier that has only seen ink of twenty people reads the air letters of five others.
  @Test func inkTeachesToReadTheAir() throws {
    let weights = try LetterShape.alphabet.map { letter in
      let features = try (UInt64(100)..<120).map { seed in
        let drawn = try AirWriter(seed: seed).ink(of: letter).strokes[0].points
        let points = drawn.map { ReferenceInkPoint(x: $0.x, y: $0.y, step: 0.01) }
        return ReferenceInk.zoneFeatures(of: ReferenceInk.rescaled(points, minimumSize: 0.01))
      }
      // The nearest mean is a linear classifier: 2 m·x − m·m, halved.
      var mean = features[0].indices.map { i in
        features.reduce(0) { $0 + $1[i] } / Double(features.count)
      }
      mean[27] = -mean.dropLast().reduce(0) { $0 + $1 * $1 } / 2
      return mean
    }
    let classifier = ReferenceClassifier(weights: weights)
    var right = 0
    for seed in UInt64(200)..<205 {
      let trace = try AirWriter(seed: seed).trace(of: String(LetterShape.alphabet))
      let classifications = try results(trace, classifier: classifier).map(\.classification.label)
      #expect(classifications.count == 26, "seed \(seed)")
      right += zip(classifications, 0..<26).filter { $0 == $1 }.count
    }
    #expect(right >= 117, "\(right) of 130")
  }
}
