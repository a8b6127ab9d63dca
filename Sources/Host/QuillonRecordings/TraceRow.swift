/// One sample of a trace, as stored in a file: Doubles in SI units. A column that the file does not
/// have is nil in every row.
public struct TraceRow: Equatable, Sendable {
  /// Column `t`, s.
  public var time: Double
  /// Columns `ax ay az`: specific force, m/s², body frame.
  public var specificForce: SIMD3<Double>?
  /// Columns `ux uy uz`: linear acceleration, gravity removed, m/s², body frame.
  public var linearAcceleration: SIMD3<Double>?
  /// Columns `gx gy gz`: angular rate, rad/s, body frame.
  public var angularRate: SIMD3<Double>?
  /// Columns `mx my mz`: magnetic field, µT, body frame.
  public var magneticField: SIMD3<Double>?
  /// Columns `qw qx qy qz`, in this order: attitude, body to reference. Its norm is 1, except for
  /// the rounding in the file.
  public var attitude: SIMD4<Double>?
  /// Column `pen`: true is down.
  public var isPenDown: Bool?
  /// Column `stroke`: rows with the same number belong to one stroke.
  public var stroke: Int?
  /// Column `label`: the intended letter of the stroke; nil where the field is empty.
  public var label: String?

  /// A row at `time`, s, without any other values.
  public init(time: Double) { self.time = time }
}
