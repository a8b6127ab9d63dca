import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

/// What is learned from a board that is laid down, set on its sides and turned.
@Suite struct RestCalibrationTests {
  private static let offset = ReferenceVector(0.4, -0.25, 0.6)
  private static let scale = ReferenceVector(1.03, 0.98, 1.01)

  /// The motion as a board with the offset and scale above measures it, with noise.
  private func samples(of turns: [CalibrationMotion.Turn], seed: UInt64) -> [InertialSample] {
    var random = SeededRandom(seed: seed)
    func noise(_ deviation: Double) -> ReferenceVector {
      deviation * ReferenceVector(random.normal(), random.normal(), random.normal())
    }
    return CalibrationMotion(turns: turns).trace().rows.compactMap { row in
      var row = row
      row.specificForce = row.specificForce.map { $0 * Self.scale + Self.offset + noise(0.03) }
      row.angularRate = row.angularRate.map { $0 + noise(0.002) }
      return InertialSample(row)
    }
  }

  private func calibrated(from samples: [InertialSample]) -> AccelerometerCalibrator.Result? {
    var calibrator = AccelerometerCalibrator()
    for sample in samples {
      guard case .specificForce(let force) = sample.acceleration else { continue }
      calibrator.add(force: force, rate: sample.angularRate, microseconds: 10_000)
    }
    calibrator.finishPose()
    return calibrator.result()
  }

  private func worstError(of calibration: AffineCalibration<23>) -> Double {
    var random = SeededRandom(seed: 5)
    return (0..<200).map { _ in
      let truth = ReferenceSample.gravity * random.direction()
      let reading = Vector3<23>(truth * Self.scale + Self.offset)
      return (calibration.apply(to: reading).reference - truth).length
    }.max() ?? .infinity
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `Six poses give offset and scale`(seed: UInt64) throws {
    let result = try #require(
      calibrated(from: samples(of: CalibrationMotion.sides, seed: seed)), "seed \(seed)")
    #expect(worstError(of: result.calibration) < 0.03, "seed \(seed)")
    #expect(result.accuracy == .high, "seed \(seed)")
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `Slow tumbling gives them too`(seed: UInt64) throws {
    let slow = CalibrationMotion.fullTurns.map { turn in
      var turn = turn
      turn.duration *= 4
      return turn
    }
    let result = try #require(calibrated(from: samples(of: slow, seed: seed)), "seed \(seed)")
    #expect(worstError(of: result.calibration) < 0.05, "seed \(seed)")
    #expect(result.accuracy >= .medium, "seed \(seed)")
  }

  @Test func `Two poses determine nothing`() {
    #expect(
      calibrated(from: samples(of: Array(CalibrationMotion.sides.prefix(2)), seed: 1)) == nil)
  }

  @Test func `The mean over a still period is the bias`() {
    var random = SeededRandom(seed: 11)
    var period = StationaryAverage(.lying)
    let bias = ReferenceVector(0.079, 0.001, -0.02)
    for _ in 0..<500 {
      let noise = ReferenceVector(random.normal(), random.normal(), random.normal())
      let isStill = period.extend(
        force: Vector3(.zero, .zero, Gravity.standard), rate: Vector3(bias + 0.002 * noise),
        microseconds: 10_000)
      #expect(isStill)
    }
    #expect(period.duration == 4_990_000)
    // 0.002 / √500 is 9·10⁻⁵; four of those.
    #expect((period.meanRate.reference - bias).length < 4e-4)
    #expect(period.meanForce == Vector3(.zero, .zero, Gravity.standard))
    let moved = period.extend(
      force: Vector3(Fixed(1), .zero, Gravity.standard), rate: .zero, microseconds: 10_000)
    #expect(!moved)
    #expect(period.count == 500)
  }

  @Test func `The mean of extreme readings is exact to a step`() {
    for count in [1, 2, 3, 1000, 65_535, 70_000] {
      var period = StationaryAverage(.init(forceTolerance: .max, rateTolerance: .max))
      for _ in 0..<count {
        _ = period.extend(
          force: Vector3(.min, .max, Fixed(bits: 5)), rate: nil, microseconds: .max)
      }
      let mean = period.meanForce
      #expect(abs(mean.x.double + 256) <= 0x1p-22, "\(count)")
      #expect(abs(mean.y.double - 256) <= 0x1p-21, "\(count)")
      #expect(abs(mean.z.bits - 5) <= 1, "\(count)")
    }
  }
}
