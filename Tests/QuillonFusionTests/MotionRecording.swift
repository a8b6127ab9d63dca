import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport

/// A recording of an IMU beside an optical reference, sensors in the core's formats.
struct MotionRecording: Sendable {
  struct Row: Sendable {
    /// µs.
    var timestamp: UInt32
    var force: Vector3<23>
    var rate: Vector3<25>
    var field: Vector3<19>
    /// Body to earth, where it was measured.
    var attitude: ReferenceQuaternion?
    var isMoving: Bool
  }

  var name: String
  var rows: [Row]
  /// What another filter reached on it, degrees: inclination with 6 axes, all with 9.
  var otherFilter: (inclination: Double, total: Double)

  /// The recordings of a folder beside the project; none without it.
  static func all(_ folder: String) throws -> [MotionRecording] {
    guard let folder = SharedData.folder?.appendingPathComponent(folder) else { return [] }
    let manifest =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appendingPathComponent("manifest.json"))) as? [String: Any]
    let table = try String(
      contentsOf: folder.appendingPathComponent("reference_filters.csv"), encoding: .utf8
    ).split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    let trials = manifest?["trials"] as? [[String: Any]] ?? []
    return try trials.compactMap { trial in
      guard let file = trial["file"] as? String,
        let figures = table.first(where: { $0[0] + ".f32" == file }), let header = table.first
      else { return nil }
      func figure(_ name: String) -> Double {
        header.firstIndex(of: name).flatMap { Double(figures[$0]) } ?? .nan
      }
      func quaternion(_ key: String) -> ReferenceQuaternion {
        guard let q = trial[key] as? [Double], q.count == 4 else { return .identity }
        return ReferenceQuaternion(q[0], q[1], q[2], q[3])
      }
      return MotionRecording(
        name: file,
        rows: try rows(
          of: folder.appendingPathComponent(file), earth: quaternion("earth_alignment_quat"),
          body: quaternion("body_alignment_quat")),
        otherFilter: (figure("vqf6_incl_deg"), figure("vqf9_total_deg")))
    }
  }

  private static func rows(
    of file: URL, earth: ReferenceQuaternion, body: ReferenceQuaternion
  ) throws -> [Row] {
    let data = try Data(contentsOf: file)
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 72).map { row in
        let f = (0..<18).map {
          Double(bytes.loadUnaligned(fromByteOffset: 72 * row + 4 * $0, as: Float.self))
        }
        return Row(
          timestamp: UInt32(10_000 * row), force: Vector3(ReferenceVector(f[4], f[5], f[6])),
          rate: Vector3(ReferenceVector(f[1], f[2], f[3])),
          field: Vector3(ReferenceVector(f[7], f[8], f[9])),
          attitude: f[10].isNaN
            ? nil : earth * ReferenceQuaternion(f[10], f[11], f[12], f[13]) * body,
          isMoving: f[17] > 0.5)
      }
    }
  }
}

extension MotionRecording {
  /// From 2 s after the motion has begun on, with a bias added to the rates, rad/s.
  func startedInMotion(bias: ReferenceVector) -> MotionRecording {
    var copy = self
    let start = (rows.firstIndex { $0.isMoving } ?? 0) + 200
    copy.rows = rows[start...].map { row in
      var row = row
      row.rate = Vector3(row.rate.reference + bias)
      return row
    }
    return copy
  }
}
