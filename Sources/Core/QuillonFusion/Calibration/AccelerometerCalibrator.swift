import QuillonNumerics

/// Estimates an accelerometer's offset and scale from poses at rest, or from any slow tumbling.
/// Then the accelerometer measures gravity only, 9.80665 m/s² from every side.
///
/// Six poses, one on each side, determine an offset and a scale for each axis. A dozen or more
/// poses in all directions also determine cross-talk.
public struct AccelerometerCalibrator: Sendable {
  /// Steps of 1/256 m/s², a range of ±32 m/s², and a new pose every 1 m/s², which is some 6° of
  /// tilt.
  private var fitter = EllipsoidFitter(stepBits: 15, spacing: 256)
  private var pose: StationaryAverage

  /// The fewest samples of a pose. A shorter stillness is part of a faster motion.
  private static let leastSamples: Int32 = 8

  /// A calibrator without samples. By default a pose lasts while no component moves by more than
  /// 0.5 m/s² or 0.5 rad/s, so that slow tumbling counts as one pose after another.
  public init(
    stillness: StationaryAverage.Parameters = .init(
      forceTolerance: Fixed(bits: 1 &<< 22), rateTolerance: Fixed(bits: 1 &<< 24))
  ) {
    pose = StationaryAverage(stillness)
  }

  /// The result of a calibration.
  public struct Result: Equatable, Sendable {
    /// Offset and scale. The axes are those of the readings.
    public var calibration: AffineCalibration<23>
    /// The relative spread: the standard deviation of the corrected gravity divided by its mean,
    /// Q1.30.
    public var spread: Fixed<30>
    /// How well the poses cover all directions.
    public var coverage: SphereCoverage
    /// The accuracy of the corrected direction.
    public var accuracy: CalibrationAccuracy
  }

  /// How many poses count at present, 0…2,047. Old poses lose weight: see ``EllipsoidFitter``.
  public var count: Int32 { fitter.count }

  /// Adds a sample. Returns the mean force, m/s², of a pose that has just ended and counts; nil
  /// otherwise.
  ///
  /// - Parameters:
  ///   - force: Specific force, m/s².
  ///   - rate: Angular rate, rad/s; nil if unknown.
  ///   - microseconds: The time since the sample before, µs.
  @discardableResult
  public mutating func add(
    force: Vector3<23>, rate: Vector3<25>?, microseconds: UInt32
  ) -> Vector3<23>? {
    if pose.extend(force: force, rate: rate, microseconds: microseconds) { return nil }
    let ended = finishPose()
    _ = pose.extend(force: force, rate: rate, microseconds: 0)
    return ended
  }

  /// Ends the current pose, as at the end of a recording. Returns its mean force, m/s²; nil if it
  /// does not count.
  @discardableResult
  public mutating func finishPose() -> Vector3<23>? {
    defer { pose.reset() }
    guard pose.count >= Self.leastSamples else { return nil }
    let force = pose.meanForce
    return fitter.add(force.steps) ? force : nil
  }

  /// How well the poses so far cover all directions.
  public mutating func coverage() -> SphereCoverage { fitter.coverage() }

  /// The result so far; nil if no ellipsoid fits, for example before there are enough poses.
  public mutating func result() -> Result? {
    guard let ellipsoid = fitter.fit() else { return nil }
    // Both are in steps of Q8.23.
    let scale: Fixed<29> = Gravity.standard.divided(by: Fixed<23>(bits: ellipsoid.radius.bits))
    return Result(
      calibration: AffineCalibration(
        offset: Vector3(steps: ellipsoid.center), gain: ellipsoid.gain.scaled(by: scale)),
      spread: ellipsoid.spread, coverage: ellipsoid.coverage, accuracy: ellipsoid.accuracy)
  }
}
