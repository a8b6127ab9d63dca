import ArgumentParser
import QuillonReferenceModel

/// In which forms beside the quaternion an attitude is written to a file.
struct AttitudeColumns: ParsableArguments {
  @Flag(
    help: """
      Also write the attitude as Euler angles, degrees: columns roll, pitch and yaw, with \
      R = Rz(yaw) Rx(pitch) Ry(roll).
      """)
  var euler = false

  @Flag(
    help: """
      Also write the attitude as a rotation matrix, body to frame: columns r11 to r33, row by \
      row. Its columns r11 r21 r31 and so on are the board's axes in the frame.
      """)
  var matrix = false

  /// True if the quaternion is enough.
  var isEmpty: Bool { !euler && !matrix }

  /// What follows the header of the other columns.
  var header: String {
    (euler ? ",roll,pitch,yaw" : "") + (matrix ? ",r11,r12,r13,r21,r22,r23,r31,r32,r33" : "")
  }

  /// What follows the row of the other columns.
  func values(of attitude: ReferenceQuaternion) -> [Double] {
    var values: [Double] = []
    if euler {
      let angles = attitude.eulerAngles
      values += [angles.roll, angles.pitch, angles.yaw].map { $0 * 180 / .pi }
    }
    if matrix {
      let m = ReferenceMatrix(attitude)
      for row in 0..<3 { values += (0..<3).map { m[row, $0] } }
    }
    return values
  }
}
