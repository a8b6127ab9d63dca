import QuillonNumerics

extension InertialSample {
  /// The acceleration of a Core Motion device, in this project's sign and unit.
  ///
  /// Core Motion counts in g, and its accelerometer reads −1 on the axis that points up at rest:
  /// the negative of the specific force f. It splits that reading into gravity, which points down as
  /// gravity should, and userAcceleration, the remainder: −f − g = −(a − g) − g = −a. So the true
  /// acceleration is −9.80665 times userAcceleration, which is the minus sign that programs built on
  /// it need and seldom explain. It is converted here and nowhere else.
  ///
  /// Q4.27 × Q8.23 = Q.50, one term, clamped at ±256 m/s² (26 g).
  ///
  /// - Parameter userAcceleration: in g, body frame, Q4.27 (±16).
  public static func linearAcceleration(coreMotion userAcceleration: Vector3<27>) -> Acceleration {
    .linear(userAcceleration.multiplied(by: Gravity.standard.negatedWithSaturation))
  }

  /// The specific force of a Core Motion device from its raw accelerometer reading, which has the
  /// opposite sign; arithmetic as in `linearAcceleration(coreMotion:)`.
  ///
  /// - Parameter reading: in g, body frame, Q4.27 (±16).
  public static func specificForce(coreMotion reading: Vector3<27>) -> Acceleration {
    .specificForce(reading.multiplied(by: Gravity.standard.negatedWithSaturation))
  }
}
