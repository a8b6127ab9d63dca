import QuillonNumerics

/// The calibration of a three-axis sensor: axes, offset and gain, applied in this order.
///
/// corrected = gain · (axes(reading) − offset), in the format of the reading.
@frozen
public struct AffineCalibration<let fractionBits: Int>: Equatable, Sendable {
  /// The map from sensor axes to body axes.
  public var axes: AxisMap
  /// The reading where the true value is 0, along the body's axes and in the sensor's unit: a
  /// gyroscope's bias, a magnetometer's hard iron.
  public var offset: Vector3<fractionBits>
  /// Scale, cross-talk and soft iron. Nil means none and costs nothing.
  public var gain: GainMatrix?

  /// A calibration from its parts. The default changes nothing.
  @inlinable
  public init(
    axes: AxisMap = .identity, offset: Vector3<fractionBits> = .zero, gain: GainMatrix? = nil
  ) {
    self.axes = axes
    self.offset = offset
    self.gain = gain
  }

  /// The same calibration with the offset in another format, with equal step counts.
  @inlinable
  public init<let f: Int>(steps other: AffineCalibration<f>) {
    self.init(axes: other.axes, offset: Vector3(steps: other.offset.steps), gain: other.gain)
  }

  /// The corrected reading. Each intermediate result is clamped to the format.
  @inlinable
  public func apply(to reading: Vector3<fractionBits>) -> Vector3<fractionBits> {
    var calibration = AffineCalibration<0>(steps: self)
    return Vector3(steps: calibration.correctedSteps(reading.steps))
  }
}

extension AffineCalibration<0> {
  /// The corrected reading, in steps: ``apply(to:)`` by a calibration in memory, without a copy of it. The calibration stays as it is.
  ///
  /// Not inlined: one copy of the code is enough for all sensors.
  @inline(never)
  public mutating func correctedSteps(_ reading: Vector3<0>) -> Vector3<0> {
    let centered = axes.apply(to: reading).subtractingWithSaturation(offset)
    guard let gain else { return centered }
    return gain.apply(to: centered)
  }
}
