import QuillonNumerics

/// Learns a magnetometer's hard and soft iron while the board is turned.
///
/// The field is the same everywhere in a small room, so readings taken in all attitudes lie on a sphere about
/// 0. Magnets on the board shift it, iron squeezes it into an ellipsoid. Iron that does not turn with the
/// board can't be told apart, so turn it away from desks and radiators.
public struct MagnetometerCalibrator: Sendable {
  /// An eighth of a µT, ±1,024 µT, and a new reading every 4 µT, which is some 5° of turning.
  private var fitter = EllipsoidFitter(stepBits: 16, spacing: 32)

  /// A calibrator that has seen nothing.
  public init() {}

  /// What has been learned.
  public struct Result: Equatable, Sendable {
    /// Hard and soft iron; the axes are those of the readings.
    public var calibration: AffineCalibration<19>
    /// The strength of the field, µT, Q12.19, on the scale of the readings: the magnetometer's own scale is
    /// not known.
    public var fieldStrength: Fixed<19>
    /// The standard deviation of the corrected strength over its mean, Q1.30.
    public var spread: Fixed<30>
    /// How well the attitudes seen cover all.
    public var coverage: SphereCoverage
    /// How far the corrected field can be trusted.
    public var accuracy: CalibrationAccuracy
  }

  /// How many readings count at present, 0…2,047.
  public var count: Int32 { fitter.count }

  /// Takes a reading, µT, body frame; true when it counts.
  @discardableResult
  public mutating func add(_ field: Vector3<19>) -> Bool { fitter.add(field.steps) }

  /// How well the attitudes seen so far cover all.
  public mutating func coverage() -> SphereCoverage { fitter.coverage() }

  /// What has been learned so far; nil when no ellipsoid fits, as before enough is seen.
  public mutating func result() -> Result? {
    guard let ellipsoid = fitter.fit() else { return nil }
    return Result(
      calibration: AffineCalibration(
        offset: Vector3(steps: ellipsoid.center), gain: ellipsoid.gain),
      fieldStrength: Fixed(bits: ellipsoid.radius.bits), spread: ellipsoid.spread,
      coverage: ellipsoid.coverage, accuracy: ellipsoid.accuracy)
  }
}
