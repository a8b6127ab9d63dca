import Motion

/// The calibration of one sensor: from a host a command to use it from now on, from a board what it uses,
/// told when it changes. The board keeps it until it starts anew.
public enum SensorCorrection: Equatable, Sendable {
  /// Of the accelerometer, m/s².
  case accelerometer(AffineCalibration<23>)
  /// Of the gyroscope, rad/s.
  case gyroscope(AffineCalibration<25>)
  /// Of the magnetometer, µT.
  case magnetometer(AffineCalibration<19>)
}

extension SensorCalibration {
  /// Takes over the correction of one sensor.
  public mutating func adopt(_ correction: SensorCorrection) {
    switch correction {
    case .accelerometer(let calibration): accelerometer = calibration
    case .gyroscope(let calibration): gyroscope = calibration
    case .magnetometer(let calibration): magnetometer = calibration
    }
  }
}

/// The first byte of a correction.
private enum CorrectionFlags {
  /// Which sensor: 0 accelerometer, 1 gyroscope, 2 magnetometer.
  static let sensor: UInt8 = 3
  /// The gain follows.
  static let gain: UInt8 = 4
}

extension PacketWriter {
  mutating func write(_ correction: SensorCorrection, to bytes: inout PacketBytes) {
    switch correction {
    case .accelerometer(let calibration): write(calibration, sensor: 0, to: &bytes)
    case .gyroscope(let calibration): write(calibration, sensor: 1, to: &bytes)
    case .magnetometer(let calibration): write(calibration, sensor: 2, to: &bytes)
    }
  }

  @inline(__always)
  private mutating func write<let f: Int>(
    _ calibration: AffineCalibration<f>, sensor: UInt8, to bytes: inout PacketBytes
  ) {
    write(sensor | (calibration.gain == nil ? 0 : CorrectionFlags.gain), to: &bytes)
    write(calibration.axes.x.rawValue, to: &bytes)
    write(calibration.axes.y.rawValue, to: &bytes)
    write(calibration.axes.z.rawValue, to: &bytes)
    write(calibration.offset, to: &bytes)
    guard let gain = calibration.gain else { return }
    write(gain.x, to: &bytes)
    write(gain.y, to: &bytes)
    write(gain.z, to: &bytes)
  }
}

extension PacketReader {
  /// The correction in the bytes that remain; nil when they are too few, name no sensor, or have axes
  /// that are none.
  mutating func correction() -> SensorCorrection? {
    let flags = byte()
    let hasGain = flags & CorrectionFlags.gain != 0
    guard remaining >= 15 &+ (hasGain ? 36 : 0) else { return nil }
    switch flags & CorrectionFlags.sensor {
    case 0: return calibration(hasGain: hasGain).map(SensorCorrection.accelerometer)
    case 1: return calibration(hasGain: hasGain).map(SensorCorrection.gyroscope)
    case 2: return calibration(hasGain: hasGain).map(SensorCorrection.magnetometer)
    default: return nil
    }
  }

  @inline(__always)
  private mutating func calibration<let f: Int>(hasGain: Bool) -> AffineCalibration<f>? {
    let (x, y, z) = (byte(), byte(), byte())
    guard let x = AxisMap.Source(rawValue: x), let y = AxisMap.Source(rawValue: y),
      let z = AxisMap.Source(rawValue: z), let axes = AxisMap(x: x, y: y, z: z)
    else { return nil }
    return AffineCalibration(
      axes: axes, offset: vector(),
      gain: hasGain ? GainMatrix(rows: vector(), vector(), vector()) : nil)
  }
}
