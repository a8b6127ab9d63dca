import QuillonNumerics

/// The attitude of a board from its accelerometer, its gyroscope and, if wanted, its magnetometer, all
/// in integers.
///
/// An ``SixAxisAHRS`` finds what is up; the magnetic field, if it looks like the earth's, tells how its
/// frame stands to north. After D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with
/// bias estimation and magnetic disturbance rejection", Information Fusion 91 (2023).
public struct NineAxisAHRS: Sendable {
  /// What is up, by accelerometer and gyroscope alone.
  var inertial: SixAxisAHRS
  var heading: HeadingCorrection

  /// A filter that has seen nothing.
  ///
  /// - Parameters:
  ///   - parameters: how the attitude is found.
  ///   - usesField: true: the magnetic field corrects the heading (9 axes). False: 6 axes.
  @inline(__always)
  public init(_ parameters: SixAxisAHRS.Parameters = .init(), usesField: Bool = false) {
    inertial = SixAxisAHRS(parameters)
    heading = HeadingCorrection(isFollowing: usesField)
  }

  /// Whether the magnetic field corrects the heading.
  public var usesField: Bool { heading.isFollowing }

  /// Takes the next sample. A timestamp that is not later than the one before makes it none.
  ///
  /// - Parameters:
  ///   - timestamp: the device's clock, µs, modulo 2³².
  ///   - specificForce: m/s², body frame; all zero counts as missing.
  ///   - angularRate: rad/s, body frame.
  ///   - field: the calibrated magnetic field, µT or any other unit that gives it a norm of 1 and
  ///     more, body frame; nil, or all zero, when this sample has none.
  public mutating func push(
    timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>,
    field: Vector3<19>? = nil
  ) {
    inertial.push(
      timestamp: timestamp, specificForce: specificForce, angularRate: angularRate, field: field,
      follower: &heading)
  }
}
