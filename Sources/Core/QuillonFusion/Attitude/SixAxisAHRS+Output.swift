import QuillonNumerics

extension SixAxisAHRS {
  /// Body to a frame with z up. The heading at the first sample is 0.
  public var attitude: UnitQuaternion { state.attitude }

  /// The upward direction in the body frame at the latest sample. Gravity is −9.80665 m/s² times
  /// it. It is within 3 · 10⁻⁸ of the attitude's.
  public var vertical: Vector3<30> { state.vertical }

  /// The gyroscope bias: its reading at rest, rad/s, each component within ±2°/s.
  public var bias: Vector3<30> { state.estimator.bias }

  /// True if the board is at rest.
  public var isAtRest: Bool { state.stillness.isAtRest(coefficients.stillness) }

  /// The angular rate of the latest sample minus the bias, rad/s, clamped.
  ///
  /// Inlined: a call would copy the filter.
  @inline(__always)
  public var angularRate: Vector3<25> {
    let bias = state.estimator.bias
    return state.rate.subtractingWithSaturation(
      Vector3(bias.x.converted(), bias.y.converted(), bias.z.converted()))
  }

  /// The device motion at `sample`, which must be the latest one processed. Nil while there is no
  /// attitude, and for a sample without specific force.
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
