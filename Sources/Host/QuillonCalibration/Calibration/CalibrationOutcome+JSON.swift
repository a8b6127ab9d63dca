import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

extension CalibrationOutcome {
  /// The figures as a value to encode as JSON, with the units in the keys. Figures that were not
  /// determined are absent.
  public var figures: some Encodable & Sendable {
    let calibration = file.calibration
    return Figures(
      gyroscope: restTime.map { time in
        Figures.Gyroscope(
          axes: "\(calibration.gyroscope.axes)", bias: calibration.gyroscope.offset.numbers,
          restTime: time)
      },
      accelerometer: accelerometer.map { result in
        Figures.Accelerometer(
          axes: "\(calibration.accelerometer.axes)",
          offset: calibration.accelerometer.offset.numbers,
          quality: Figures.Quality(result.spread, result.coverage, result.accuracy))
      },
      magnetometer: magnetometer.map { result in
        Figures.Magnetometer(
          axes: "\(calibration.magnetometer.axes)",
          hardIron: calibration.magnetometer.offset.numbers,
          fieldStrength: result.fieldStrength.double,
          quality: Figures.Quality(result.spread, result.coverage, result.accuracy))
      }, remarks: remarks)
  }
}

private struct Figures: Encodable, Sendable {
  var gyroscope: Gyroscope?
  var accelerometer: Accelerometer?
  var magnetometer: Magnetometer?
  var remarks: [String]

  struct Gyroscope: Encodable {
    var axes: String
    var bias: [Double]
    var restTime: Double

    enum CodingKeys: String, CodingKey {
      case axes
      case bias = "bias_rad_per_s"
      case restTime = "rest_s"
    }
  }

  struct Accelerometer: Encodable {
    var axes: String
    var offset: [Double]
    var quality: Quality

    enum CodingKeys: String, CodingKey {
      case axes, quality
      case offset = "offset_m_per_s2"
    }
  }

  struct Magnetometer: Encodable {
    var axes: String
    var hardIron: [Double]
    var fieldStrength: Double
    var quality: Quality

    enum CodingKeys: String, CodingKey {
      case axes, quality
      case hardIron = "hard_iron_uT"
      case fieldStrength = "field_strength_uT"
    }
  }

  struct Quality: Encodable {
    /// Standard deviation of the calibrated vector's length, divided by its mean.
    var spread: Double
    /// The share of a full sphere that was covered along each axis, 0…1.
    var coverage: [Double]
    var accuracy: String

    init(_ spread: Fixed<30>, _ coverage: SphereCoverage, _ accuracy: CalibrationAccuracy) {
      self.spread = spread.double
      self.coverage = coverage.axes.numbers
      self.accuracy = "\(accuracy)"
    }
  }
}

extension Vector3 {
  fileprivate var numbers: [Double] { [x.double, y.double, z.double] }
}
