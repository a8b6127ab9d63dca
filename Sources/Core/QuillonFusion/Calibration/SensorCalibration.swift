import QuillonNumerics

/// The calibration of all sensors of one board.
@frozen
public struct SensorCalibration: Equatable, Sendable {
  /// The calibration of the accelerometer, in the steps of its format.
  public var accelerometerSteps: AffineCalibration<0>
  /// The calibration of the gyroscope, in the steps of its format.
  public var gyroscopeSteps: AffineCalibration<0>
  /// The calibration of the magnetometer, in the steps of its format.
  public var magnetometerSteps: AffineCalibration<0>

  /// A calibration that changes nothing.
  @inlinable
  public init() {
    accelerometerSteps = AffineCalibration()
    gyroscopeSteps = AffineCalibration()
    magnetometerSteps = AffineCalibration()
  }

  /// A calibration from its parts. The defaults change nothing.
  @inlinable
  public init(
    accelerometer: AffineCalibration<23> = .init(), gyroscope: AffineCalibration<25> = .init(),
    magnetometer: AffineCalibration<19> = .init()
  ) {
    accelerometerSteps = AffineCalibration(steps: accelerometer)
    gyroscopeSteps = AffineCalibration(steps: gyroscope)
    magnetometerSteps = AffineCalibration(steps: magnetometer)
  }

  /// The calibration of the accelerometer, m/s², Q8.23.
  @inlinable
  public var accelerometer: AffineCalibration<23> {
    get { AffineCalibration(steps: accelerometerSteps) }
    set { accelerometerSteps = AffineCalibration(steps: newValue) }
  }

  /// The calibration of the gyroscope, rad/s, Q6.25.
  @inlinable
  public var gyroscope: AffineCalibration<25> {
    get { AffineCalibration(steps: gyroscopeSteps) }
    set { gyroscopeSteps = AffineCalibration(steps: newValue) }
  }

  /// The calibration of the magnetometer, µT, Q12.19.
  @inlinable
  public var magnetometer: AffineCalibration<19> {
    get { AffineCalibration(steps: magnetometerSteps) }
    set { magnetometerSteps = AffineCalibration(steps: newValue) }
  }

  /// Corrects the readings of `sample`.
  ///
  /// A linear acceleration stays unchanged: a board that removes gravity has calibrated itself. A
  /// specific force or a magnetic field of exactly 0 stays too, because it is one that was not measured.
  public func apply(to sample: inout InertialSample) {
    var calibration = self
    calibration.correct(&sample)
  }

  /// Corrects the readings of `sample`: ``apply(to:)`` by a calibration in memory, without a copy of it. The calibration stays as it is.
  ///
  /// Not inlined: one copy of the code is enough.
  @inline(never)
  public mutating func correct(_ sample: inout InertialSample) {
    if case .specificForce(let reading) = sample.acceleration, reading != .zero {
      let force = accelerometerSteps.correctedSteps(reading.steps)
      sample.acceleration = .specificForce(Vector3(steps: force))
    }
    if let reading = sample.angularRate {
      sample.angularRate = Vector3(steps: gyroscopeSteps.correctedSteps(reading.steps))
    }
    if let reading = sample.magneticField, reading != .zero {
      sample.magneticField = Vector3(steps: magnetometerSteps.correctedSteps(reading.steps))
    }
  }
}
