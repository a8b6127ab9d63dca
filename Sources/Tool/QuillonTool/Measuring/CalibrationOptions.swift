import ArgumentParser
import QuillonFusion
import QuillonRecordings

/// How the sensors are corrected.
struct CalibrationOptions: ParsableArguments {
  @Option(help: "Correct the sensors by this file first. `quillon calibrate` writes such files.")
  var calibration: String?

  /// The correction in the file. Nil if no file is named.
  func load() throws -> SensorCalibration? {
    try calibration.map { try CalibrationFile(contentsOf: $0).calibration }
  }
}
