import QuillonFusion

extension InertialSample {
  /// A sample with the values of a reading at `timestamp`, µs modulo 2³²; nil if the reading has no
  /// acceleration.
  public init?(_ reading: SensorReading, at timestamp: UInt32) {
    guard let acceleration = reading.acceleration else { return nil }
    self.init(
      timestamp: timestamp, acceleration: acceleration, angularRate: reading.angularRate,
      magneticField: reading.magneticField, attitude: reading.attitude, pen: reading.pen ?? .up)
  }
}

extension SensorReading {
  /// The specific force, or else the linear acceleration; nil if there is neither.
  public var acceleration: InertialSample.Acceleration? {
    if let specificForce { return .specificForce(specificForce) }
    if let linearAcceleration { return .linear(linearAcceleration) }
    return nil
  }
}
