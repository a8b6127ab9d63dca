import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
struct RecordedFieldTests {
  /// The last three numbers of each line.
  private func vectors(_ name: String) throws -> [SIMD3<Double>] {
    let folder = try #require(SharedData.folder)
    let text = try String(
      contentsOf: folder.appendingPathComponent("sensors/\(name)"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let numbers = line.split(separator: ",").suffix(3).compactMap { Double($0) }
      return SIMD3(numbers[0], numbers[1], numbers[2])
    }
  }

  private func spread(_ vectors: [SIMD3<Double>]) -> Double {
    let lengths = vectors.map(\.length)
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    let variance = lengths.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(lengths.count)
    return variance.squareRoot() / mean
  }

  @Test func `A recorded sphere becomes round`() throws {
    let readings = try vectors("sphere_hmc5883l.csv")
    var calibrator = MagnetometerCalibrator()
    for reading in readings { calibrator.add(Vector3(reading)) }
    let answer = calibrator.result()
    let result = try #require(answer)
    let corrected = readings.map { result.calibration.apply(to: Vector3<19>($0)).reference }
    print(
      "field spread \(spread(readings)) raw, \(spread(corrected)) corrected;",
      "center \(result.calibration.offset.reference), radius \(result.fieldStrength.double),",
      "\(calibrator.count) readings, coverage \(result.coverage.axes.reference)")
    #expect(spread(readings) > 0.1)
    #expect(spread(corrected) < 0.02)
    #expect(result.accuracy == .high)
  }

  @Test func `A recorded flat band is told to be one`() throws {
    var calibrator = MagnetometerCalibrator()
    for reading in try vectors("magcal_cloud.csv") { calibrator.add(Vector3(reading)) }
    #expect(calibrator.coverage().weakestAxis == 2)
    #expect(calibrator.coverage().least.double < 0.05)
    #expect(calibrator.result()?.accuracy ?? .uncalibrated == .uncalibrated)
  }

  /// Accelerometer in g and gyroscope in degrees per second, as their maker counts axes: the
  /// accelerometer reads the negative of the specific force, and the gyroscope's z axis is mirrored
  /// against it.
  @Test func `A recorded pair of sensors that disagree is put right`() throws {
    let folder = try #require(SharedData.folder)
    let text = try String(
      contentsOf: folder.appendingPathComponent("sensors/sphere_mpu6050.csv"), encoding: .utf8)
    var check = AxisCheck()
    var calibrator = AccelerometerCalibrator()
    var forces: [SIMD3<Double>] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let counts = line.split(separator: ",").compactMap { Double($0) }
      let force = SIMD3(counts[1], counts[2], counts[3]) * (9.80665 / 4096)
      let rate = SIMD3(counts[4], counts[5], counts[6]) / 131 * (.pi / 180)
      check.add(Vector3<23>(force), rate: Vector3(rate))
      calibrator.add(force: Vector3(force), rate: Vector3(rate), microseconds: 10_000)
      forces.append(force)
    }
    let answer = check.result()
    let result = try #require(answer)
    print("gyroscope axes \(result.gyroscopeAxes), margin \(result.margin.double)")
    #expect(result.isClear)
    #expect(result.gyroscopeAxes == AxisMap(x: .minusX, y: .minusY, z: .z))

    let learned = calibrator.result()
    let accelerometer = try #require(learned)
    let raw = forces.map(\.length)
    let corrected = forces.map {
      accelerometer.calibration.apply(to: Vector3<23>($0)).reference.length
    }
    print(
      "accelerometer: \(calibrator.count) poses, offset",
      "\(accelerometer.calibration.offset.reference), spread \(accelerometer.spread.double);",
      "mean \(raw.reduce(0, +) / Double(raw.count)) raw,",
      "\(corrected.reduce(0, +) / Double(corrected.count)) corrected")
    #expect(accelerometer.accuracy >= .medium)
    #expect(abs(corrected.reduce(0, +) / Double(corrected.count) - 9.80665) < 0.15)
  }
}
