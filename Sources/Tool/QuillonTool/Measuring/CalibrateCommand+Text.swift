import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

extension CalibrateCommand {
  /// A vector for people: (0.0791, 0.0009, -0.0195).
  func text<let f: Int>(_ vector: Vector3<f>) -> String {
    String(format: "(%.4f, %.4f, %.4f)", vector.x.double, vector.y.double, vector.z.double)
  }

  /// The quality of a fit, for people.
  func quality(_ spread: Fixed<30>, _ accuracy: CalibrationAccuracy) -> String {
    String(format: "length within %.2f %%, accuracy \(accuracy)", spread.double * 100)
  }
}
