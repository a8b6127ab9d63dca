import CQuillon
import QuillonFusion
import QuillonNumerics

extension AffineCalibration {
  /// The correction of one sensor; nil for axes that are none, or for a `has_gain` other than 0 and 1.
  init?(_ correction: quillon_correction) {
    guard let x = AxisMap.Source(correction.axes.0), let y = AxisMap.Source(correction.axes.1),
      let z = AxisMap.Source(correction.axes.2), let axes = AxisMap(x: x, y: y, z: z),
      correction.has_gain == 0 || correction.has_gain == 1
    else { return nil }
    let (offset, gain) = (correction.offset, correction.gain)
    self.init(
      axes: axes,
      offset: Vector3(Fixed(bits: offset.0), Fixed(bits: offset.1), Fixed(bits: offset.2)),
      gain: correction.has_gain == 0
        ? nil
        : GainMatrix(
          rows: Vector3(Fixed(bits: gain.0), Fixed(bits: gain.1), Fixed(bits: gain.2)),
          Vector3(Fixed(bits: gain.3), Fixed(bits: gain.4), Fixed(bits: gain.5)),
          Vector3(Fixed(bits: gain.6), Fixed(bits: gain.7), Fixed(bits: gain.8))))
  }
}

extension AxisMap.Source {
  fileprivate init?(_ axis: Int32) {
    guard axis >= 0, axis <= 5 else { return nil }
    self.init(rawValue: UInt8(truncatingIfNeeded: axis))
  }
}

extension quillon_correction {
  /// The correction of one sensor, in steps of its format, as a C struct.
  init(_ calibration: AffineCalibration<0>) {
    self.init()
    let (axes, offset) = (calibration.axes, calibration.offset)
    self.axes = (
      Int32(truncatingIfNeeded: axes.x.rawValue), Int32(truncatingIfNeeded: axes.y.rawValue),
      Int32(truncatingIfNeeded: axes.z.rawValue)
    )
    self.offset = (offset.x.bits, offset.y.bits, offset.z.bits)
    guard let gain = calibration.gain else { return }
    has_gain = 1
    self.gain = (
      gain.x.x.bits, gain.x.y.bits, gain.x.z.bits, gain.y.x.bits, gain.y.y.bits, gain.y.z.bits,
      gain.z.x.bits, gain.z.y.bits, gain.z.z.bits
    )
  }
}

extension SensorCalibration {
  /// The calibration of all sensors; nil if one of them is invalid.
  init?(_ calibration: quillon_calibration) {
    guard let accelerometer = AffineCalibration<23>(calibration.accelerometer),
      let gyroscope = AffineCalibration<25>(calibration.gyroscope),
      let magnetometer = AffineCalibration<19>(calibration.magnetometer)
    else { return nil }
    self.init(accelerometer: accelerometer, gyroscope: gyroscope, magnetometer: magnetometer)
  }
}

extension quillon_calibration {
  /// The calibration of all sensors, as a C struct.
  init(_ calibration: SensorCalibration) {
    self.init(
      accelerometer: quillon_correction(AffineCalibration(steps: calibration.accelerometer)),
      gyroscope: quillon_correction(AffineCalibration(steps: calibration.gyroscope)),
      magnetometer: quillon_correction(AffineCalibration(steps: calibration.magnetometer)))
  }
}

/// A calibration that changes nothing.
@c @implementation
public func quillon_calibration_init(
  _ calibration: UnsafeMutablePointer<quillon_calibration>?
) -> Int32 {
  guard let calibration else { return QUILLON_ERROR_NULL }
  calibration.pointee = quillon_calibration(SensorCalibration())
  return QUILLON_OK
}
