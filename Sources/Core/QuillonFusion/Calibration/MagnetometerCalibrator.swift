import QuillonNumerics

/// Estimates a magnetometer's hard and soft iron while the board is turned.
///
/// The field is the same everywhere in a small room, so readings in all attitudes lie on a sphere
/// around 0. Magnets on the board shift the sphere. Iron on the board deforms it to an ellipsoid.
/// Iron that does not turn with the board can't be separated, so turn the board away from desks and
/// radiators.
public struct MagnetometerCalibrator: Sendable {
  /// Steps of an eighth of a µT, a range of ±1,024 µT, and a new reading every 4 µT, which is some
  /// 5° of turning.
  private var fitter = EllipsoidFitter(stepBits: 16, spacing: 32)

  /// A calibrator without readings.
  public init() {}

  /// The result of a calibration.
  public struct Result: Equatable, Sendable {
    /// Hard and soft iron. The axes are those of the readings.
    public var calibration: AffineCalibration<19>
    /// The strength of the field, µT, Q12.19, on the scale of the readings. The magnetometer's own
    /// scale error is unknown.
    public var fieldStrength: Fixed<19>
    /// The relative spread: the standard deviation of the corrected strength divided by its mean,
    /// Q1.30.
    public var spread: Fixed<30>
    /// How well the attitudes cover all directions.
    public var coverage: SphereCoverage
    /// The accuracy of the corrected field.
    public var accuracy: CalibrationAccuracy
  }

  /// How many readings count at present, 0…2,047. Old readings lose weight: see
  /// ``EllipsoidFitter``.
  public var count: Int32 { fitter.count }

  /// Adds a reading, µT, body frame. True if it counts.
  @discardableResult
  public mutating func add(_ field: Vector3<19>) -> Bool { fitter.add(field.steps) }

  /// How well the attitudes so far cover all directions.
  public mutating func coverage() -> SphereCoverage { fitter.coverage() }

  /// The result so far; nil if no ellipsoid fits, for example before there are enough readings.
  public mutating func result() -> Result? {
    guard let ellipsoid = fitter.fit() else { return nil }
    return Result(
      calibration: AffineCalibration(
        offset: Vector3(steps: ellipsoid.center), gain: ellipsoid.gain),
      fieldStrength: Fixed(bits: ellipsoid.radius.bits), spread: ellipsoid.spread,
      coverage: ellipsoid.coverage, accuracy: ellipsoid.accuracy)
  }
}
