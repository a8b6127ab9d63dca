extension SensorErrors {
  /// No errors.
  public static let ideal = SensorErrors()

  /// A telephone that has calibrated itself: little noise, small biases, and an attitude accurate
  /// to about half a degree. The figures are of the usual order and do not belong to a particular
  /// model.
  public static let phone: SensorErrors = {
    var errors = SensorErrors()
    errors.accelerometer.noise = 0.02
    errors.accelerometer.bias = 0.03
    errors.accelerometer.scaleError = 0.003
    errors.accelerometer.range = 8 * gravity
    errors.accelerometer.resolution = gravity / 4096
    errors.gyroscope.noise = 0.002
    errors.gyroscope.bias = 0.002
    errors.gyroscope.range = 2000 * degree
    errors.gyroscope.resolution = degree / 16.4
    errors.magnetometer.noise = 0.4
    errors.magnetometer.bias = 1
    errors.magnetometer.range = 4000
    errors.magnetometer.resolution = 0.15
    errors.tilt = 0.5 * degree
    errors.timeJitter = 0.0002
    return errors
  }()

  /// A hobby board that has not been calibrated.
  ///
  /// The accelerometer (±4 g) and the gyroscope (±500 °/s) have the tolerances of the
  /// MPU-6000/MPU-6050 product specification (revision 3.4, sections 6.1 and 6.2). The noise is for
  /// a bandwidth of 50 Hz. The tolerances are treated as two standard deviations. The gyroscope's
  /// bias is what remains after averaging at rest. The magnetometer has hard iron near it. The
  /// attitude is accurate to 1.5 degrees. The serial line loses one sample in 500.
  public static let hobby: SensorErrors = {
    var errors = SensorErrors()
    errors.accelerometer.noise = 0.028
    errors.accelerometer.bias = 0.25
    errors.accelerometer.scaleError = 0.015
    errors.accelerometer.misalignment = 0.01
    errors.accelerometer.range = 4 * gravity
    errors.accelerometer.resolution = gravity / 8192
    errors.gyroscope.noise = 0.0006
    errors.gyroscope.bias = 0.5 * degree
    errors.gyroscope.scaleError = 0.015
    errors.gyroscope.misalignment = 0.01
    errors.gyroscope.range = 500 * degree
    errors.gyroscope.resolution = degree / 65.5
    errors.magnetometer.noise = 0.3
    errors.magnetometer.bias = 12
    errors.magnetometer.scaleError = 0.03
    errors.magnetometer.misalignment = 0.02
    errors.magnetometer.range = 130
    errors.magnetometer.resolution = 0.1
    errors.tilt = 1.5 * degree
    errors.timeJitter = 0.0005
    errors.dropRate = 0.002
    return errors
  }()

  private static let gravity = 9.80665
  private static let degree = Double.pi / 180
}
