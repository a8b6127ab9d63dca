extension SensorErrors {
  /// No errors.
  public static let ideal = SensorErrors()

  /// A telephone that has calibrated itself: little noise, small biases, its attitude good to
  /// about half a degree. Figures of the usual order, of no model in particular.
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

  /// A hobby board as it comes out of the bag: accelerometer ±4 g and gyroscope ±500 °/s with the
  /// tolerances of the MPU-6000/MPU-6050 product specification (revision 3.4, sections 6.1 and
  /// 6.2; noise for a bandwidth of 50 Hz, tolerances taken for two deviations, the gyroscope's
  /// bias for what is left after averaging at rest), a magnetometer with hard iron near it, an
  /// attitude good to 1.5 degrees, a serial line that loses a sample in 500.
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
