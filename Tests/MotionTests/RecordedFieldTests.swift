import FixedPoint
import Foundation
import Geometry
import HostNumerics
import Motion
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
}
