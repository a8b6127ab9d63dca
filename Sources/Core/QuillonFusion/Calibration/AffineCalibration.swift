import QuillonNumerics

/// What turns a three-axis sensor's reading into the truth: axes, offset and gain, in this order.
///
/// truth = gain · (axes(reading) − offset), in the format of the reading.
@frozen
public struct AffineCalibration<let fractionBits: Int>: Equatable, Sendable {
  /// Which sensor axis is which body axis.
  public var axes: AxisMap
  /// What the sensor reads where the truth is 0, along the body's axes: a gyroscope's bias, a
  /// magnetometer's hard iron. In the unit of the sensor.
  public var offset: Vector3<fractionBits>
  /// Scale, cross-talk, soft iron; nil, which costs nothing, for none.
  public var gain: GainMatrix?

  /// A calibration from its parts; by default one that changes nothing.
  @inlinable
  public init(
    axes: AxisMap = .identity, offset: Vector3<fractionBits> = .zero, gain: GainMatrix? = nil
  ) {
    self.axes = axes
    self.offset = offset
    self.gain = gain
  }

  /// The calibration with the offset in another format that has the same steps.
  @inlinable
  public init<let f: Int>(steps other: AffineCalibration<f>) {
    self.init(axes: other.axes, offset: Vector3(steps: other.offset.steps), gain: other.gain)
  }

  /// The truth behind a reading, each step clamped to the format.
  @inlinable
  public func apply(to reading: Vector3<fractionBits>) -> Vector3<fractionBits> {
    Vector3(steps: AffineCalibration<0>(steps: self).corrected(reading.steps))
  }
}

extension AffineCalibration<0> {
  /// What `apply` does, in steps. Once in flash for all sensors.
  @usableFromInline @inline(never)
  func corrected(_ reading: Vector3<0>) -> Vector3<0> {
    let centered = axes.apply(to: reading).subtractingWithSaturation(offset)
    guard let gain else { return centered }
    return gain.apply(to: centered)
  }
}
