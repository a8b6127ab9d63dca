import QuillonNumerics

extension NineAxisAHRS {
  /// Body to earth frame. With `usesField`: x east, y magnetic north, z up. Without it: z up, and
  /// the heading at the first sample is 0.
  public var attitude: UnitQuaternion {
    usesField ? inertial.attitude.turnedAboutVertical(heading.half) : inertial.attitude
  }

  /// Body to a frame with z up whose heading does not depend on the magnetic field.
  public var attitudeWithoutField: UnitQuaternion { inertial.attitude }

  /// The upward direction in the body frame at the latest sample. Gravity is −9.80665 m/s² times
  /// it. It is within 3 · 10⁻⁸ of the attitude's.
  public var vertical: Vector3<30> { inertial.vertical }

  /// The gyroscope bias: its reading at rest, rad/s, each component within ±2°/s.
  public var bias: Vector3<30> { inertial.bias }

  /// True if the board is at rest.
  public var isAtRest: Bool { inertial.isAtRest }

  /// True if the latest field does not look like the earth's, so that the heading depends on the
  /// gyroscope alone. Also true until a first field has been accepted, and without `usesField`.
  public var isFieldDisturbed: Bool { heading.monitor.isDisturbed }

  /// The angular rate of the latest sample minus the bias, rad/s, clamped.
  public var angularRate: Vector3<25> { inertial.angularRate }
}
