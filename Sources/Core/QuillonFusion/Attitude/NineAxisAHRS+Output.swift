import QuillonNumerics

extension NineAxisAHRS {
  /// Body to earth: x east, y magnetic north, z up with `usesField`; without it z up, and the heading
  /// that the board had at its first sample counts as 0.
  public var attitude: UnitQuaternion {
    usesField ? inertial.attitude.turnedAboutVertical(heading.half) : inertial.attitude
  }

  /// Body to a frame with z up whose heading no field has touched.
  public var attitudeWithoutField: UnitQuaternion { inertial.attitude }

  /// The upward direction in the body frame, of the latest sample: gravity is −9.80665 m/s² times it.
  /// Within 3 · 10⁻⁸ of the attitude's.
  public var vertical: Vector3<30> { inertial.vertical }

  /// What the gyroscope reads at rest, rad/s, each component within ±2°/s.
  public var bias: Vector3<30> { inertial.bias }

  /// True when the board lies still.
  public var isAtRest: Bool { inertial.isAtRest }

  /// True when the latest field does not look like the earth's, so that the heading rests on the
  /// gyroscope; true also until a first field has been accepted, and without `usesField`.
  public var isFieldDisturbed: Bool { heading.monitor.isDisturbed }

  /// The angular rate of the latest sample less the bias, rad/s, clamped.
  public var angularRate: Vector3<25> { inertial.angularRate }
}
