import QuillonNumerics

/// All that is known about the errors of one board's sensors.
@frozen
public struct SensorCalibration: Equatable, Sendable {
  /// The accelerometer's, in the steps of its format.
  public var accelerometerSteps: AffineCalibration<0>
  /// The gyroscope's, in the steps of its format.
  public var gyroscopeSteps: AffineCalibration<0>
  /// The magnetometer's, in the steps of its format.
  public var magnetometerSteps: AffineCalibration<0>

  /// One that changes nothing.
  @inlinable
  public init() {
    accelerometerSteps = AffineCalibration()
    gyroscopeSteps = AffineCalibration()
    magnetometerSteps = AffineCalibration()
  }

  /// A calibration from its parts; what is not given changes nothing.
  @inlinable
  public init(
    accelerometer: AffineCalibration<23> = .init(), gyroscope: AffineCalibration<25> = .init(),
    magnetometer: AffineCalibration<19> = .init()
  ) {
    accelerometerSteps = AffineCalibration(steps: accelerometer)
    gyroscopeSteps = AffineCalibration(steps: gyroscope)
    magnetometerSteps = AffineCalibration(steps: magnetometer)
  }

  /// Of the accelerometer, m/s², Q8.23.
  @inlinable
  public var accelerometer: AffineCalibration<23> {
    get { AffineCalibration(steps: accelerometerSteps) }
    set { accelerometerSteps = AffineCalibration(steps: newValue) }
  }

  /// Of the gyroscope, rad/s, Q6.25.
  @inlinable
  public var gyroscope: AffineCalibration<25> {
    get { AffineCalibration(steps: gyroscopeSteps) }
    set { gyroscopeSteps = AffineCalibration(steps: newValue) }
  }

  /// Of the magnetometer, µT, Q12.19.
  @inlinable
  public var magnetometer: AffineCalibration<19> {
    get { AffineCalibration(steps: magnetometerSteps) }
    set { magnetometerSteps = AffineCalibration(steps: newValue) }
  }

  /// Replaces what the sensors read by the truth.
  ///
  /// A linear acceleration stays as it is: a board that takes gravity out has calibrated itself.
  public func apply(to sample: inout InertialSample) {
    if case .specificForce(let reading) = sample.acceleration {
      let force = accelerometerSteps.corrected(reading.steps)
      sample.acceleration = .specificForce(Vector3(steps: force))
    }
    if let reading = sample.angularRate { sample.angularRate = gyroscope.apply(to: reading) }
    if let reading = sample.magneticField { sample.magneticField = magnetometer.apply(to: reading) }
  }
}
