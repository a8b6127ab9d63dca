import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct EllipsoidFitterTests {
  /// A magnetometer with hard and soft iron and some noise.
  private struct Distorted {
    var random: SeededRandom
    let center: ReferenceVector
    let shape: ReferenceMatrix
    let noise: Double

    init(seed: UInt64, noise: Double = 0.3) {
      random = SeededRandom(seed: seed)
      self.noise = noise
      center = 90 * ReferenceVector(random.normal(), random.normal(), random.normal())
      var entries: [Double] = []
      for _ in 0..<6 { entries.append(0.05 * random.normal()) }
      shape = ReferenceMatrix(
        rows: ReferenceVector(1 + entries[0], entries[3], entries[4]),
        ReferenceVector(entries[3], 1 + entries[1], entries[5]),
        ReferenceVector(entries[4], entries[5], 1 + entries[2]))
    }

    mutating func reading(of direction: ReferenceVector) -> ReferenceVector {
      let error = ReferenceVector(random.normal(), random.normal(), random.normal())
      return shape * (48 * direction) + center + noise * error
    }
  }

  private func spread(_ lengths: [Double]) -> Double {
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    let variance = lengths.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(lengths.count)
    return variance.squareRoot() / mean
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Hard and soft iron are found, as by the fit in Double`(seed: UInt64) throws {
    var sensor = Distorted(seed: seed)
    var calibrator = MagnetometerCalibrator()
    var counted: [ReferenceVector] = []
    for _ in 0..<1500 {
      let reading = Vector3<19>(sensor.reading(of: sensor.random.direction()))
      if calibrator.add(reading) { counted.append(reading.reference) }
    }
    let answer = calibrator.result()
    let result = try #require(answer, "seed \(seed)")
    #expect(result.accuracy == .high, "seed \(seed)")
    #expect((result.calibration.offset.reference - sensor.center).length < 0.15, "seed \(seed)")

    let twin = try #require(ReferenceEllipsoid(through: counted), "seed \(seed)")
    // The integer fit rounds readings to an eighth of a µT, which acts like a little more noise.
    #expect((result.calibration.offset.reference - twin.center).length < 0.01, "seed \(seed)")
    #expect(abs(result.fieldStrength.double - twin.radius) < 0.01, "seed \(seed)")
    let gain = try #require(result.calibration.gain)
    for axis in 0..<3 {
      let unit = ReferenceVector(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
      let column = gain.apply(to: Vector3<19>(unit)).reference
      #expect((column - twin.gain * unit).length < 3e-4, "seed \(seed), axis \(axis)")
    }

    let corrected = counted.map {
      result.calibration.apply(to: Vector3<19>($0)).reference.length
    }
    #expect(spread(corrected) < 0.01, "seed \(seed)")
    #expect(abs(result.spread.double - spread(corrected)) < 1e-3, "seed \(seed)")
  }

  @Test func `What was not seen is told, and how little the rest is worth`() throws {
    func fit(
      _ isSeen: (ReferenceVector) -> Bool
    ) -> (MagnetometerCalibrator.Result?, SphereCoverage) {
      var sensor = Distorted(seed: 4)
      var calibrator = MagnetometerCalibrator()
      var counted = 0
      while counted < 800 {
        let direction = sensor.random.direction()
        guard isSeen(direction) else { continue }
        calibrator.add(Vector3(sensor.reading(of: direction)))
        counted += 1
      }
      return (calibrator.result(), calibrator.coverage())
    }
    let (sphere, _) = fit { _ in true }
    #expect(sphere?.accuracy == .high)
    #expect((sphere?.coverage.least.double ?? 0) > 0.8)
    let (half, _) = fit { $0.y > 0 }
    #expect(half?.accuracy == .medium)
    #expect(half?.coverage.weakestAxis == 1)
    let (band, coverage) = fit { abs($0.x) < 0.15 }
    #expect(band?.accuracy ?? .uncalibrated == .uncalibrated)
    #expect(coverage.weakestAxis == 0)
    #expect(coverage.least.double < 0.05)
    let oblique = ReferenceVector(1, 1, 1) / 3.0.squareRoot()
    let (circle, _) = fit { abs($0.dot(oblique)) < 0.02 }
    #expect(circle?.accuracy ?? .uncalibrated == .uncalibrated)
  }

  @Test func `A board at rest adds nothing`() {
    var sensor = Distorted(seed: 1)
    var calibrator = MagnetometerCalibrator()
    let direction = sensor.random.direction()
    for _ in 0..<1000 { calibrator.add(Vector3(sensor.reading(of: direction))) }
    #expect(calibrator.count < 5)
    #expect(calibrator.result() == nil)
  }

  @Test func `A magnet that comes along is learned, and the old field fades`() throws {
    var sensor = Distorted(seed: 9)
    var calibrator = MagnetometerCalibrator()
    let magnet = ReferenceVector(30, -20, 10)
    for number in 0..<14_000 {
      let reading = sensor.reading(of: sensor.random.direction())
      calibrator.add(Vector3(number < 2000 ? reading : reading + magnet))
    }
    let answer = calibrator.result()
    let result = try #require(answer)
    #expect((result.calibration.offset.reference - sensor.center - magnet).length < 0.5)
  }

  @Test func `Any readings leave it in bounds`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var calibrator = MagnetometerCalibrator()
      for number in 0..<3000 {
        calibrator.add(
          Vector3(
            Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
            Fixed(bits: random.edgyWord())))
        guard number % 100 == 0, let result = calibrator.result() else { continue }
        #expect((0...1).contains(result.coverage.least.double), "seed \(seed)")
        #expect(result.spread.double >= 0, "seed \(seed)")
        #expect(result.fieldStrength > .zero, "seed \(seed)")
      }
    }
  }
}
