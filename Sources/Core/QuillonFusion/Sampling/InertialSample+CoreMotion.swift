import QuillonNumerics

extension InertialSample {
  /// The acceleration of a Core Motion device, in this project's sign and unit.
  ///
  /// Core Motion measures in g, and its accelerometer reads −1 on the axis that points up at rest.
  /// This is the negative of the specific force f. It splits that reading into gravity, which
  /// points down as it should, and userAcceleration, the remainder: −f − g = −(a − g) − g = −a. So
  /// the true acceleration is −9.80665 times userAcceleration. Programs that use userAcceleration
  /// need this minus sign. It is applied here and nowhere else.
  public static func linearAcceleration(coreMotion userAcceleration: Vector3<27>) -> Acceleration {
    .linear(userAcceleration.multiplied(by: Gravity.standard.negatedWithSaturation))
  }

  /// The specific force of a Core Motion device from its raw accelerometer reading, which has the
  /// opposite sign. Arithmetic as in `linearAcceleration(coreMotion:)`.
  public static func specificForce(coreMotion reading: Vector3<27>) -> Acceleration {
    .specificForce(reading.multiplied(by: Gravity.standard.negatedWithSaturation))
  }
}
