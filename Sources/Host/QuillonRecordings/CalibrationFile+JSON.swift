import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSystem

extension CalibrationFile {
  /// Reads a calibration file.
  ///
  /// The file is a JSON object with `"format": "quillon-calibration"`, `"version": 1` and any of
  /// the keys of `Key`, which contain the units. Axes are text like `"x -z y"`, offsets are three
  /// numbers, and gains are three rows of three numbers within ±2. An absent key changes nothing.
  /// An unknown key is an error, because it may be a misspelled one.
  public init(contentsOf path: String) throws(RecordingError) {
    let bytes = try RecordingFile.readSmall(path)
    try FileKind.calibration.check(path, bytes)
    try self.init(parsing: bytes, name: path)
  }

  /// Reads the bytes of a calibration file; `name` stands for the file in errors.
  public init(parsing bytes: [UInt8], name: String) throws(RecordingError) {
    let fields = try CalibrationFields(bytes, file: name)
    self.init(
      SensorCalibration(
        accelerometer: try fields.calibration(
          .accelerometerAxes, .accelerometerOffset, .accelerometerGain),
        gyroscope: try fields.calibration(.gyroscopeAxes, .gyroscopeBias, .gyroscopeGain),
        magnetometer: try fields.calibration(
          .magnetometerAxes, .magnetometerHardIron, .magnetometerSoftIron)),
      magnetometerAccuracy: try fields.accuracy(.magnetometerAccuracy),
      fieldStrength: try fields.number(.fieldStrength))
  }

  /// Writes the file.
  public func write(to file: OutputFile) throws(OutputError) { try file.write(json) }

  /// The bytes of the file, with the keys in alphabetical order. Reading them gives the same
  /// calibration bit for bit.
  public var json: [UInt8] {
    var object: [String: Any] = ["format": "quillon-calibration", "version": 1]
    func set(_ key: Key, _ value: Any?) { object[key.rawValue] = value }
    func set<let f: Int>(
      _ calibration: AffineCalibration<f>, _ axes: Key, _ offset: Key, _ gain: Key
    ) {
      set(axes, "\(calibration.axes)")
      set(offset, calibration.offset.numbers)
      set(gain, calibration.gain.map { [$0.x.numbers, $0.y.numbers, $0.z.numbers] })
    }
    set(
      calibration.accelerometer, .accelerometerAxes, .accelerometerOffset, .accelerometerGain)
    set(calibration.gyroscope, .gyroscopeAxes, .gyroscopeBias, .gyroscopeGain)
    set(
      calibration.magnetometer, .magnetometerAxes, .magnetometerHardIron, .magnetometerSoftIron)
    set(.magnetometerAccuracy, magnetometerAccuracy.map { "\($0)" })
    set(.fieldStrength, fieldStrength)
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    return Array(data ?? Data()) + [UInt8(ascii: "\n")]
  }

  /// The keys of the file besides `format` and `version`.
  enum Key: String, CaseIterable {
    case accelerometerAxes = "accelerometer_axes"
    case accelerometerOffset = "accelerometer_offset_m_per_s2"
    case accelerometerGain = "accelerometer_gain"
    case gyroscopeAxes = "gyroscope_axes"
    case gyroscopeBias = "gyroscope_bias_rad_per_s"
    case gyroscopeGain = "gyroscope_gain"
    case magnetometerAxes = "magnetometer_axes"
    case magnetometerHardIron = "magnetometer_hard_iron_uT"
    case magnetometerSoftIron = "magnetometer_soft_iron"
    case magnetometerAccuracy = "magnetometer_accuracy"
    case fieldStrength = "field_strength_uT"
  }
}

extension Vector3 {
  fileprivate var numbers: [Double] { [x.double, y.double, z.double] }
}
