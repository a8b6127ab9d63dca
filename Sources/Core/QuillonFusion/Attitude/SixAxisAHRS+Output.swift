import QuillonNumerics

extension SixAxisAHRS {
  /// Body to a frame with z up; the heading that the board had at its first sample counts as 0.
  public var attitude: UnitQuaternion { state.attitude }

  /// The upward direction in the body frame, of the latest sample: gravity is −9.80665 m/s² times it.
  /// Within 3 · 10⁻⁸ of the attitude's.
  public var vertical: Vector3<30> { state.vertical }

  /// What the gyroscope reads at rest, rad/s, each component within ±2°/s.
  public var bias: Vector3<30> { state.estimator.bias }

  /// True when the board lies still.
  public var isAtRest: Bool { state.stillness.isAtRest(coefficients.stillness) }

  /// The angular rate of the latest sample less the bias, rad/s, clamped.
  public var angularRate: Vector3<25> {
    let bias = state.estimator.bias
    return state.rate.subtractingWithSaturation(
      Vector3(bias.x.converted(), bias.y.converted(), bias.z.converted()))
  }

  /// What was made of `sample`, the latest one taken; nil while there is no attitude yet, and for one
  /// that says nothing of gravity.
  public func motion(of sample: InertialSample) -> DeviceMotion? {
    guard case .specificForce(let force) = sample.acceleration else { return nil }
    let status = status
    if case .starting = status { return nil }
    return DeviceMotion(
      timestamp: sample.timestamp, attitude: attitude, frame: .arbitrary, up: vertical,
      linearAcceleration: Gravity.removed(from: force, along: vertical),
      angularRate: angularRate,
      magneticField: sample.magneticField.map {
        DeviceMotion.CalibratedField(field: $0, accuracy: .uncalibrated)
      }, status: status)
  }
}
