/// One moment of an IMU with a known attitude, SI units.
public struct ReferenceSample: Equatable, Sendable {
  /// The two kinds of acceleration, each m/s², body frame.
  public enum Acceleration: Equatable, Sendable {
    /// What an accelerometer senses: +9.8 along the axis that points up at rest.
    case specificForce(ReferenceVector)
    /// The true acceleration, gravity removed.
    case linear(ReferenceVector)
  }

  /// Standard gravity, m/s².
  public static let gravity = 9.80665

  /// Seconds since an arbitrary start.
  public var time: Double
  /// The acceleration, of the kind that is known.
  public var acceleration: Acceleration
  /// Angular rate, rad/s, body frame, where known.
  public var angularRate: ReferenceVector?
  /// Body to reference frame (z up), norm 1.
  public var attitude: ReferenceQuaternion
  /// True while the writer wants ink.
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

  /// The linear acceleration in the reference frame, m/s²: the body vector turned by the attitude
  /// and, of a specific force, less the 1 g upward that is sensed at rest.
  public var referenceAcceleration: ReferenceVector {
    switch acceleration {
    case .linear(let a): attitude.rotate(a)
    case .specificForce(let f): attitude.rotate(f) - ReferenceVector(0, 0, Self.gravity)
    }
  }
}
