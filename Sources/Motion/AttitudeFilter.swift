import FixedPoint
import Geometry

/// The attitude of a board from its accelerometer, gyroscope and, if wanted, magnetometer, in
/// integers: gyroscope integration, corrected by gravity that is averaged over seconds in a frame
/// that hardly turns, with the gyroscope's bias estimated at rest and in motion.
///
/// After D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias estimation
/// and magnetic disturbance rejection", Information Fusion 91 (2023).
///
/// Any rate from 25 to 800 samples a second; the steps are taken from the timestamps.
public struct AttitudeFilter: Sendable {
  /// What a user chose.
  public let parameters: Parameters
  private var earthAttitude = UnitQuaternion.identity
  private var gyroscopeBias = Vector3<30>.zero

  /// A filter that has seen nothing.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - timestamp: the device's clock, µs, modulo 2³².
  ///   - specificForce: m/s², body frame; all zero counts as missing.
  ///   - angularRate: rad/s, body frame.
  ///   - field: the calibrated magnetic field, any one unit (µT), body frame; nil when there is none
  ///     in this sample.
  public mutating func push(
    timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>,
    field: Vector3<19>? = nil
  ) {}

  /// Body to earth: x east, y magnetic north, z up with `usesField`; else z up and the heading that the
  /// board had at the start counts as 0.
  public var attitude: UnitQuaternion { earthAttitude }

  /// Body to a frame with z up whose heading no field has touched.
  public var attitudeWithoutField: UnitQuaternion { earthAttitude }

  /// The upward direction in the body frame, of the latest sample: gravity is −9.80665 m/s² times it.
  public var vertical: Vector3<30> { .zero }

  /// What the gyroscope reads at rest, rad/s, each component within ±2°/s.
  public var bias: Vector3<30> { gyroscopeBias }

  /// True when the board lies still.
  public var isAtRest: Bool { false }

  /// True when the latest field does not look like the earth's, so that the heading rests on the
  /// gyroscope. True also until the first field is accepted; false without `usesField`.
  public var isFieldDisturbed: Bool { false }

  /// How far the start-up has come, and what it waits for.
  public var status: Status { .starting(.noSample) }

  /// The angular rate less the bias, rad/s.
  public func unbiased(_ angularRate: Vector3<25>) -> Vector3<25> { angularRate }

  /// The specific force less gravity, m/s², body frame, with the attitude of the latest sample.
  public func linearAcceleration(of specificForce: Vector3<23>) -> Vector3<23> { specificForce }
}
