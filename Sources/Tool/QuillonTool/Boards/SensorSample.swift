import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

/// A row of a trace in the core's formats, as a board's sensors would give it.
struct SensorSample {
  /// s, as in the trace.
  var time: Double
  /// m/s².
  var specificForce: Vector3<23>
  /// rad/s.
  var angularRate: Vector3<25>
  /// µT.
  var field: Vector3<19>?

  /// The sample of a row; nil if it has no specific force or no angular rate. Without `hasRate` the angular rate is not
  /// needed and 0.
  init?(_ row: TraceRow, hasRate: Bool = true) {
    guard let force = row.specificForce, let rate = hasRate ? row.angularRate : .zero
    else { return nil }
    time = row.time
    specificForce = Vector3(Fixed(force.x), Fixed(force.y), Fixed(force.z))
    angularRate = Vector3(Fixed(rate.x), Fixed(rate.y), Fixed(rate.z))
    field = row.magneticField.map { Vector3(Fixed($0.x), Fixed($0.y), Fixed($0.z)) }
  }

  /// µs modulo 2³².
  var timestamp: UInt32 { UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded())) }

  /// The sample as a board would send it.
  var inertial: InertialSample {
    InertialSample(
      timestamp: timestamp, acceleration: .specificForce(specificForce), angularRate: angularRate,
      magneticField: field, pen: .up)
  }

  /// The sample, corrected by `calibration`.
  func corrected(by calibration: SensorCalibration) -> SensorSample {
    var sample = self
    sample.specificForce = calibration.accelerometer.apply(to: specificForce)
    sample.angularRate = calibration.gyroscope.apply(to: angularRate)
    sample.field = field.map { calibration.magnetometer.apply(to: $0) }
    return sample
  }
}
