import QuillonConversions
import QuillonFusion
import QuillonNumerics

extension InertialSample {
  /// A row of a trace as the sample that a board would have sent; nil if the row has no
  /// acceleration.
  ///
  /// If a row has both kinds of acceleration, linear acceleration is used. Values are rounded to
  /// the core's formats and clamped to their ranges. The timestamp is the time in whole
  /// microseconds modulo 2³². Without a column `pen`, the pen is down in the rows that have a
  /// stroke number.
  public init?(_ row: TraceRow) {
    let acceleration: Acceleration
    if let linear = row.linearAcceleration {
      acceleration = .linear(Vector3(linear))
    } else if let specificForce = row.specificForce {
      acceleration = .specificForce(Vector3(specificForce))
    } else {
      return nil
    }
    self.init(
      timestamp: Self.timestamp(row.time), acceleration: acceleration,
      angularRate: row.angularRate.map(Vector3.init(_:)),
      magneticField: row.magneticField.map(Vector3.init(_:)),
      attitude: row.attitude.flatMap(UnitQuaternion.init(_:)),
      pen: row.isPenDown ?? (row.stroke != nil) ? .down : .up)
  }

  /// A time, s, as microseconds modulo 2³²; 0 for a time that is infinite or not a number.
  private static func timestamp(_ time: Double) -> UInt32 {
    let microseconds = (time * 1e6).rounded()
    let remainder = microseconds.truncatingRemainder(dividingBy: 0x1p32)
    return Int64(exactly: remainder).map(UInt32.init(truncatingIfNeeded:)) ?? 0
  }
}
