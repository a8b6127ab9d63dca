import Geometry

/// All that is known about the errors of one board's sensors.
@frozen
public struct SensorCalibration: Equatable, Sendable {
  /// Of the accelerometer, m/s², Q8.23.
  public var accelerometer: AffineCalibration<23>
  /// Of the gyroscope, rad/s, Q6.25.
  public var gyroscope: AffineCalibration<25>
  /// Of the magnetometer, µT, Q12.19.
  public var magnetometer: AffineCalibration<19>

  /// A calibration from its parts; by default one that changes nothing.
  @inlinable
  public init(
    accelerometer: AffineCalibration<23> = .init(), gyroscope: AffineCalibration<25> = .init(),
    magnetometer: AffineCalibration<19> = .init()
  ) {
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
  }

  /// Replaces what the sensors read by the truth.
  ///
  /// A linear acceleration stays as it is: a board that takes gravity out has calibrated itself.
  public func apply(to sample: inout InertialSample) {
    if case .specificForce(let reading) = sample.acceleration {
      sample.acceleration = .specificForce(accelerometer.apply(to: reading))
    }
    if let reading = sample.angularRate { sample.angularRate = gyroscope.apply(to: reading) }
    if let reading = sample.magneticField { sample.magneticField = magnetometer.apply(to: reading) }
  }
}
