import QuillonConversions
import QuillonFusion
import QuillonNumerics
import Testing

@Suite struct SensorRangeTests {
  @Test func aRangeIsReadAndTold() throws {
    let range = try #require(SensorRange("16,2000"))
    #expect(range.description == "±16 g, ±2000 °/s")
    #expect(range.option == "16,2000")
    #expect(SensorRange("8")?.description == "±8 g")
    #expect(SensorRange().description == "unknown" && SensorRange().option == nil)
    for text in ["", "g", "16,", "-2", "16,2000,1", "nan", "2000,2000"] {
      #expect(SensorRange(text) == nil, "\(text)")
    }
    let known = SensorRange("2").flatMap { $0.completed(by: range) }
    #expect(known?.description == "±2 g, ±2000 °/s")
  }

  @Test func theFilterGetsWhatIsLeftOfTheRange() throws {
    let range = try #require(SensorRange("2,250"))
    let bare = range.parameters(after: nil)
    #expect(abs(bare.forceFullScale.double - 2 * 9.80665 * 0.99) < 1e-6)
    #expect(abs(bare.rateFullScale.double - 250 * .pi / 180 * 0.99) < 1e-6)
    #expect(SensorRange().parameters(after: nil) == SixAxisAHRS.Parameters())
    let calibration = SensorCalibration(
      accelerometer: AffineCalibration(
        offset: Vector3(Fixed(0.5), .zero, .zero),
        gain: GainMatrix(
          rows: Vector3(Fixed(0.9), Fixed(0.01), .zero), Vector3(.zero, .one, .zero),
          Vector3(.zero, .zero, .one))))
    let left = range.parameters(after: calibration).forceFullScale.double
    let limit = 2 * 9.80665 * 0.99
    #expect(abs(left - (0.9 * (limit - 0.5) - 0.01 * limit)) < 1e-6)
  }
}
