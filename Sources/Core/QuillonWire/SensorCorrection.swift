import QuillonFusion
import QuillonNumerics

/// The calibration of one sensor. From a host it is a command to use it from now on. From a board
/// it is the calibration in use, sent after a start and on every change.
public struct SensorCorrection: Equatable, Sendable {
  /// The sensor that it corrects.
  public let sensor: Sensor
  /// True if the board keeps the calibration for its next start. Ignored in a command.
  public var isKept = false
  /// Axes, offset and gain. The offset is in steps of the sensor's format.
  let calibration: AffineCalibration<0>

  /// The sensors and the units of their offsets.
  public enum Sensor: UInt8, CaseIterable, Sendable {
    /// m/s², Q8.23.
    case accelerometer = 0
    /// rad/s, Q6.25.
    case gyroscope = 1
    /// µT, Q12.19.
    case magnetometer = 2
  }

  init(_ sensor: Sensor, _ calibration: AffineCalibration<0>) {
    self.sensor = sensor
    self.calibration = calibration
  }

  /// A calibration of the accelerometer, m/s².
  public static func accelerometer(_ calibration: AffineCalibration<23>) -> Self {
    Self(.accelerometer, AffineCalibration(steps: calibration))
  }

  /// A calibration of the gyroscope, rad/s.
  public static func gyroscope(_ calibration: AffineCalibration<25>) -> Self {
    Self(.gyroscope, AffineCalibration(steps: calibration))
  }

  /// A calibration of the magnetometer, µT.
  public static func magnetometer(_ calibration: AffineCalibration<19>) -> Self {
    Self(.magnetometer, AffineCalibration(steps: calibration))
  }
}

extension SensorCalibration {
  /// The calibration of `sensor` as a message.
  public func correction(of sensor: SensorCorrection.Sensor) -> SensorCorrection {
    switch sensor {
    case .accelerometer: SensorCorrection(sensor, accelerometerSteps)
    case .gyroscope: SensorCorrection(sensor, gyroscopeSteps)
    case .magnetometer: SensorCorrection(sensor, magnetometerSteps)
    }
  }

  /// Replaces the calibration of one sensor.
  public mutating func adopt(_ correction: SensorCorrection) {
    switch correction.sensor {
    case .accelerometer: accelerometerSteps = correction.calibration
    case .gyroscope: gyroscopeSteps = correction.calibration
    case .magnetometer: magnetometerSteps = correction.calibration
    }
  }
}

/// The first byte of a correction.
private enum CorrectionFlags {
  /// The sensor: 0 accelerometer, 1 gyroscope, 2 magnetometer.
  static let sensor: UInt8 = 3
  /// The gain is present.
  static let gain: UInt8 = 4
  /// The board keeps the calibration for its next start.
  static let kept: UInt8 = 8
}

extension PacketWriter {
  mutating func write(_ correction: SensorCorrection, to bytes: inout PacketBytes) {
    let calibration = correction.calibration
    var flags = correction.sensor.rawValue
    if calibration.gain != nil { flags |= CorrectionFlags.gain }
    if correction.isKept { flags |= CorrectionFlags.kept }
    write(flags, to: &bytes)
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
  /// The correction in the remaining bytes; nil if there are too few bytes, or if the sensor or the
  /// axes are invalid.
  mutating func correction() -> SensorCorrection? {
    let flags = byte()
    let hasGain = flags & CorrectionFlags.gain != 0
    guard remaining >= 15 &+ (hasGain ? 36 : 0) else { return nil }
    let (x, y, z) = (byte(), byte(), byte())
    guard let sensor = SensorCorrection.Sensor(rawValue: flags & CorrectionFlags.sensor),
      let x = AxisMap.Source(rawValue: x), let y = AxisMap.Source(rawValue: y),
      let z = AxisMap.Source(rawValue: z), let axes = AxisMap(x: x, y: y, z: z)
    else { return nil }
    let offset: Vector3<0> = vector()
    let gain = hasGain ? GainMatrix(rows: vector(), vector(), vector()) : nil
    var correction = SensorCorrection(
      sensor, AffineCalibration(axes: axes, offset: offset, gain: gain))
    correction.isKept = flags & CorrectionFlags.kept != 0
    return correction
  }
}
