import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct CalibrationFileTests {
  private func parse(_ text: String) throws(RecordingError) -> CalibrationFile {
    try CalibrationFile(parsing: Array(text.utf8), name: "board.json")
  }

  private func file(_ fields: String) -> String {
    #"{"format": "quillon-calibration", "version": 1, \#(fields)}"#
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `What is written reads back bit for bit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func word<let f: Int>() -> Fixed<f> { Fixed(bits: random.edgyWord()) }
    func vector<let f: Int>() -> Vector3<f> { Vector3(word(), word(), word()) }
    let axes = try #require(AxisMap(x: .minusZ, y: .x, z: .minusY))
    let content = CalibrationFile(
      SensorCalibration(
        accelerometer: AffineCalibration(
          offset: vector(), gain: GainMatrix(rows: vector(), vector(), vector())),
        gyroscope: AffineCalibration(axes: axes, offset: vector()),
        magnetometer: AffineCalibration(
          offset: vector(), gain: GainMatrix(rows: vector(), vector(), vector()))),
      magnetometerAccuracy: seed % 2 == 0 ? .medium : nil,
      fieldStrength: seed % 2 == 0 ? 48.75 : nil)
    #expect(
      try CalibrationFile(parsing: content.json, name: "board.json") == content, "seed \(seed)")
  }

  @Test func `Keys that are absent change nothing`() throws {
    #expect(try parse(file(#""gyroscope_axes": "x y z""#)) == CalibrationFile(SensorCalibration()))
    let bias = try parse(file(#""gyroscope_bias_rad_per_s": [0.25, 0, -1]"#))
    #expect(
      bias.calibration.gyroscope.offset == Vector3(Fixed(0.25), .zero, Fixed(-1)))
  }

  @Test(arguments: [
    (#""gyroscop_bias": [0, 0, 0]"#, "the key \"gyroscop_bias\""),
    (#""gyroscope_bias_rad_per_s": [0, 0]"#, "three numbers within ±64"),
    (#""gyroscope_bias_rad_per_s": [0, 0, 65]"#, "three numbers within ±64"),
    (#""gyroscope_bias_rad_per_s": [0, 0, "a"]"#, "three numbers within ±64"),
    (#""gyroscope_bias_rad_per_s": 3"#, "three numbers within ±64"),
    (#""magnetometer_axes": "x x z""#, "each axis once"),
    (#""magnetometer_axes": "x y""#, "three of x -x y -y z -z"),
    (#""magnetometer_soft_iron": [[1, 0, 0], [0, 1, 0]]"#, "three rows of three numbers"),
    (#""magnetometer_soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 2.5]]"#, "within ±2"),
    (#""magnetometer_accuracy": "good""#, "uncalibrated, low, medium or high"),
    (#""field_strength_uT": [1]"#, "a number"),
    (#""field_strength_uT": true"#, "no JSON object of numbers, texts and lists"),
  ])
  func `A bad value tells file, key and what is expected`(fields: String, words: String) {
    do throws(RecordingError) {
      _ = try parse(file(fields))
      Issue.record("\(fields) was read")
    } catch {
      #expect("\(error)".hasPrefix("board.json: found "), "\(error)")
      #expect("\(error)".contains(words), "\(error)")
      #expect("\(error)".hasSuffix("make it anew with `quillon calibrate`"), "\(error)")
    }
  }

  @Test func `Other files are not calibrations`() {
    for text in [
      "", "[]", "{}", "gyroscope = 1", #"{"format": "quillon-model", "version": 1}"#,
      #"{"format": "quillon-calibration", "version": 2}"#,
      #"{"format": "quillon-calibration", "version": "1"}"#,
    ] {
      #expect(throws: RecordingError.self, "\(text)") { try parse(text) }
    }
  }

  @Test func `Damaged files are errors or calibrations, never worse`() {
    let whole = CalibrationFile(SensorCalibration(), magnetometerAccuracy: .high).json
    var random = SeededRandom(seed: 77)
    for _ in 0..<2000 {
      var bytes = whole
      bytes[random.index(below: bytes.count)] = UInt8(random.index(below: 256))
      if random.index(below: 4) == 0 { bytes.removeLast(random.index(below: bytes.count)) }
      _ = try? CalibrationFile(parsing: bytes, name: "damaged")
    }
  }
}
