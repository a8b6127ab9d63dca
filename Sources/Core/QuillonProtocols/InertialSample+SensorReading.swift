import QuillonFusion

extension InertialSample {
  /// The sample that a reading makes as it is, at `timestamp`, µs modulo 2³²; nil if it has no
  /// acceleration.
  public init?(_ reading: SensorReading, at timestamp: UInt32) {
    guard let acceleration = reading.acceleration else { return nil }
    self.init(
      timestamp: timestamp, acceleration: acceleration, angularRate: reading.angularRate,
      magneticField: reading.magneticField, attitude: reading.attitude, pen: reading.pen ?? .up)
  }
}

extension SensorReading {
  /// The specific force, else the linear acceleration, if there is one of them.
  public var acceleration: InertialSample.Acceleration? {
    if let specificForce { return .specificForce(specificForce) }
    if let linearAcceleration { return .linear(linearAcceleration) }
    return nil
  }
}
