import QuillonNumerics

/// A 9-axis AHRS: the attitude of a board from its accelerometer, its gyroscope and, optionally,
/// its magnetometer, in integers only.
///
/// A ``SixAxisAHRS`` finds the vertical. The magnetic field, if it looks like the earth's, gives
/// the heading of its frame relative to north. After D. Laidig and T. Seel, "VQF: Highly accurate
/// IMU orientation estimation with bias estimation and magnetic disturbance rejection", Information
/// Fusion 91 (2023).
public struct NineAxisAHRS: Sendable {
  /// The inclination, from accelerometer and gyroscope only.
  var inertial: SixAxisAHRS
  var heading: HeadingCorrection

  /// A filter without samples.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the 6-axis AHRS.
  ///   - usesField: True if the magnetic field corrects the heading (9 axes); false for 6 axes.
  @inline(__always)
  public init(_ parameters: SixAxisAHRS.Parameters = .init(), usesField: Bool = false) {
    inertial = SixAxisAHRS(parameters)
    heading = HeadingCorrection(isFollowing: usesField)
  }

  /// True if the magnetic field corrects the heading.
  public var usesField: Bool { heading.isFollowing }

  /// Processes the next sample. It is ignored if its timestamp is not later than the one before.
  ///
  /// - Parameters:
  ///   - timestamp: The device's clock, µs, modulo 2³².
  ///   - specificForce: m/s², body frame; all zero counts as missing.
  ///   - angularRate: rad/s, body frame.
  ///   - field: The calibrated magnetic field in µT, or in any other unit in which its norm is at
  ///     least 1, body frame. Nil or all zero if this sample has none.
  public mutating func push(
    timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>,
    field: Vector3<19>? = nil
  ) {
    inertial.push(
      timestamp: timestamp, specificForce: specificForce, angularRate: angularRate, field: field,
      follower: &heading)
  }
}
