import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// The ink of the first stroke of a trace, m, y down.
private func ink(of trace: Trace, damping: Double) throws -> [SIMD2<Double>] {
  var parameters = ReferenceRecognizer.Parameters()
  parameters.integrator.damping = damping
  var recognizer = ReferenceRecognizer(
    parameters, classifier: ReferenceClassifier(weights: [[Double](repeating: 0, count: 28)]))
  for row in trace.rows {
    let q = try #require(row.attitude)
    let sample = ReferenceSample(
      time: row.time, acceleration: .specificForce(try #require(row.specificForce)),
      angularRate: row.angularRate, attitude: ReferenceQuaternion(q[0], q[1], q[2], q[3]),
      isPenDown: row.isPenDown ?? false)
    _ = recognizer.push(sample)
  }
  return try #require(recognizer.lastResult).stroke.ink.map { SIMD2($0.x, $0.y) }
}

private func rootMeanSquare(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> Double {
  let squares = zip(a, b).map { (($0 - $1) * ($0 - $1)).sum() }
  return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
}

@Suite struct MeasuredLetterTests {
  /// What the errors do to a letter after drift removal: a phone bends it by up to about a
  /// centimeter in 20, a hobby board by some more.
  @Test(arguments: [11 as UInt64, 12, 13])
  func lettersSurviveTheSensors(seed: UInt64) throws {
    var deviations: [Double] = []
    for errors in [SensorErrors.phone, .hobby] {
      var whole = errors
      whole.dropRate = 0
      var sum = 0.0
      let letters = Array("ACEGKMOQSZ")
      for letter in letters {
        let truth = try AirWriter(seed: seed).trace(of: String(letter))
        let told = whole.apply(to: truth, seed: seed)
        sum += try rootMeanSquare(ink(of: truth, damping: 0), ink(of: told, damping: 0))
      }
      deviations.append(sum / Double(letters.count))
    }
    #expect((0.0002...0.015).contains(deviations[0]), "seed \(seed)")
    #expect((0.0005...0.05).contains(deviations[1]), "seed \(seed)")
    #expect(deviations[0] < deviations[1], "seed \(seed)")
  }
}
