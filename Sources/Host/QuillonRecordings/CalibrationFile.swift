import QuillonFusion

/// The content of a calibration file: a calibration and what is known about its quality.
public struct CalibrationFile: Equatable, Sendable {
  /// The correction of the readings.
  public var calibration: SensorCalibration
  /// How far the calibrated magnetic field can be trusted; nil when this was not assessed.
  public var magnetometerAccuracy: CalibrationAccuracy?
  /// The strength of the Earth's field where the magnetometer was calibrated, µT; nil when it was
  /// not calibrated.
  public var fieldStrength: Double?

  /// A file's content from its parts.
  public init(
    _ calibration: SensorCalibration, magnetometerAccuracy: CalibrationAccuracy? = nil,
    fieldStrength: Double? = nil
  ) {
    self.calibration = calibration
    self.magnetometerAccuracy = magnetometerAccuracy
    self.fieldStrength = fieldStrength
  }
}

extension CalibrationAccuracy: CustomStringConvertible {
  /// The word for it in files and reports.
  public var description: String {
    switch self {
    case .uncalibrated: "uncalibrated"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }
}

extension AxisMap: CustomStringConvertible {
  /// The sources of x, y and z, as in a file: `x -z y`.
  public var description: String { [x, y, z].map(\.name).joined(separator: " ") }

  /// The map that `text` describes; nil for any other text.
  public init?(_ text: String) {
    let sources = text.split(separator: " ", omittingEmptySubsequences: false)
      .map { word in Source.all.first { $0.name == word } }
    guard sources.count == 3, let x = sources[0], let y = sources[1], let z = sources[2] else {
      return nil
    }
    self.init(x: x, y: y, z: z)
  }
}

extension AxisMap.Source {
  fileprivate static let all: [Self] = [.x, .minusX, .y, .minusY, .z, .minusZ]

  fileprivate var name: String {
    switch self {
    case .x: "x"
    case .minusX: "-x"
    case .y: "y"
    case .minusY: "-y"
    case .z: "z"
    case .minusZ: "-z"
    }
  }
}
