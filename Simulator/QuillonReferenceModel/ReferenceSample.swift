/// One sample of an IMU with a known attitude, in SI units.
public struct ReferenceSample: Equatable, Sendable {
  /// The two kinds of acceleration, each m/s², body frame.
  public enum Acceleration: Equatable, Sendable {
    /// The specific force, which an accelerometer senses: at rest +9.8 along the axis that points
    /// up.
    case specificForce(ReferenceVector)
    /// The linear acceleration, with gravity removed.
    case linear(ReferenceVector)
  }

  /// Standard gravity, m/s².
  public static let gravity = 9.80665

  /// Seconds since an arbitrary start.
  public var time: Double
  /// The acceleration, of the kind that is known.
  public var acceleration: Acceleration
  /// Angular rate, rad/s, body frame; nil where it is not known.
  public var angularRate: ReferenceVector?
  /// The attitude, from the body to the reference frame (z up), of norm 1.
  public var attitude: ReferenceQuaternion
  /// True while the pen is down.
  public var isPenDown: Bool

  /// A sample from its parts.
  public init(
    time: Double, acceleration: Acceleration, angularRate: ReferenceVector? = nil,
    attitude: ReferenceQuaternion, isPenDown: Bool
  ) {
    self.time = time
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.attitude = attitude
    self.isPenDown = isPenDown
  }

  /// The linear acceleration in the reference frame, m/s². It is the body vector turned by the
  /// attitude. For a specific force, the 1 g upward that is sensed at rest is subtracted.
  public var referenceAcceleration: ReferenceVector {
    switch acceleration {
    case .linear(let a): attitude.rotate(a)
    case .specificForce(let f): attitude.rotate(f) - ReferenceVector(0, 0, Self.gravity)
    }
  }
}
