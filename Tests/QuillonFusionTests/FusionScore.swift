import Foundation
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport

/// RMS errors of the filter on a recording, over the rows with motion and a reference.
struct FusionScore {
  private var squares = (inclination: 0.0, total: 0.0)
  private var count = 0.0

  /// Degrees, of the vertical alone.
  var inclination: Double { (squares.inclination / count).squareRoot() }
  /// Degrees, of the whole attitude.
  var total: Double { (squares.total / count).squareRoot() }

  /// Compares an attitude with the reference.
  mutating func add(
    _ attitude: UnitQuaternion, inclinationOf level: UnitQuaternion, row: MotionRecording.Row
  ) {
    guard row.isMoving, let truth = row.attitude else { return }
    let inclination = Self.inclination(level.reference * truth.conjugate)
    let total = attitude.reference.normalized.angle(to: truth) * 180 / Double.pi
    squares.inclination += inclination * inclination
    squares.total += total * total
    count += 1
  }

  /// Degrees.
  static func inclination(_ error: ReferenceQuaternion) -> Double {
    let q = error.normalized
    return 2 * acos(min(1, hypot(q.w, q.vector.z))) * 180 / Double.pi
  }

  /// Runs a new filter over a recording.
  init(_ recording: MotionRecording, usesField: Bool = true) {
    var filter = NineAxisAHRS(usesField: usesField)
    for row in recording.rows {
      filter.push(
        timestamp: row.timestamp, specificForce: row.force, angularRate: row.rate,
        field: usesField ? row.field : nil)
      add(filter.attitude, inclinationOf: filter.attitudeWithoutField, row: row)
    }
  }
}

/// The mean of a figure.
func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
