import QuillonNumerics

/// Learns an accelerometer's offset and scale from poses at rest, or from any slow tumbling: all it
/// senses then is gravity, 9.80665 m/s² from every side.
///
/// Six poses, one on each side, determine an offset and a scale for each axis; a dozen or more in all
/// directions determine cross-talk too.
public struct AccelerometerCalibrator: Sendable {
  /// 1/256 m/s², ±32 m/s², and a new pose every 1 m/s², which is some 6° of tilt.
  private var fitter = EllipsoidFitter(stepBits: 15, spacing: 256)
  private var pose: StationaryAverage

  /// How many samples make a pose; a shorter stillness is a moment of a faster motion.
  private static let leastSamples: Int32 = 8

  /// A calibrator that has seen nothing. By default a pose lasts while no component moves by more than
  /// 0.5 m/s² or 0.5 rad/s, so that slow tumbling counts as one pose after another.
  public init(
    stillness: StationaryAverage.Parameters = .init(
      forceTolerance: Fixed(bits: 1 &<< 22), rateTolerance: Fixed(bits: 1 &<< 24))
  ) {
    pose = StationaryAverage(stillness)
  }

  /// What has been learned.
  public struct Result: Equatable, Sendable {
    /// Offset and scale; the axes are those of the readings.
    public var calibration: AffineCalibration<23>
    /// The standard deviation of the corrected gravity over its mean, Q1.30.
    public var spread: Fixed<30>
    /// How well the poses seen cover all.
    public var coverage: SphereCoverage
    /// How far the corrected direction can be trusted.
    public var accuracy: CalibrationAccuracy
  }

  /// How many poses count at present, 0…2,047.
  public var count: Int32 { fitter.count }

  /// Takes a sample that comes `microseconds` after the one before: specific force, m/s², and
  /// angular rate, rad/s, where known. Gives the mean force of a pose that has just ended and
  /// counts.
  @discardableResult
  public mutating func add(
    force: Vector3<23>, rate: Vector3<25>?, microseconds: UInt32
  ) -> Vector3<23>? {
    if pose.extend(force: force, rate: rate, microseconds: microseconds) { return nil }
    let ended = finishPose()
    _ = pose.extend(force: force, rate: rate, microseconds: 0)
    return ended
  }

  /// Ends the pose that the board is in, as at the end of a recording.
  @discardableResult
  public mutating func finishPose() -> Vector3<23>? {
    defer { pose.reset() }
    guard pose.count >= Self.leastSamples else { return nil }
    let force = pose.meanForce
    return fitter.add(force.steps) ? force : nil
  }

  /// How well the poses seen so far cover all.
  public mutating func coverage() -> SphereCoverage { fitter.coverage() }

  /// What has been learned so far; nil when no ellipsoid fits, as before enough is seen.
  public mutating func result() -> Result? {
    guard let ellipsoid = fitter.fit() else { return nil }
    // Both count steps of Q8.23.
    let scale: Fixed<29> = Gravity.standard.divided(by: Fixed<23>(bits: ellipsoid.radius.bits))
    return Result(
      calibration: AffineCalibration(
        offset: Vector3(steps: ellipsoid.center), gain: ellipsoid.gain.scaled(by: scale)),
      spread: ellipsoid.spread, coverage: ellipsoid.coverage, accuracy: ellipsoid.accuracy)
  }
}
