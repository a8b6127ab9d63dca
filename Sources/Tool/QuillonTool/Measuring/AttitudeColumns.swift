import ArgumentParser
import QuillonReferenceModel

/// What is written to a file beside the attitude as a quaternion and the motion in the body's axes.
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

  @Flag(
    help: """
      Also write the part of the linear acceleration at right angles to gravity, m/s², in the \
      board's axes: columns hx, hy and hz. A board that slides over a table moves by it.
      """)
  var horizontal = false

  /// True if there are no further columns.
  var isEmpty: Bool { !euler && !matrix && !horizontal }

  /// What follows the header of the other columns.
  var header: String {
    (euler ? ",roll,pitch,yaw" : "") + (matrix ? ",r11,r12,r13,r21,r22,r23,r31,r32,r33" : "")
      + (horizontal ? ",hx,hy,hz" : "")
  }

  /// What follows the row of the other columns.
  func values(of sample: FusedSample) -> [Double] {
    var values: [Double] = []
    if euler {
      let angles = sample.attitude.eulerAngles
      values += [angles.roll, angles.pitch, angles.yaw].map { $0 * 180 / .pi }
    }
    if matrix {
      let m = ReferenceMatrix(sample.attitude)
      for row in 0..<3 { values += (0..<3).map { m[row, $0] } }
    }
    if horizontal {
      let (u, v) = (sample.linearAcceleration, sample.gravity)
      let level = u - u.dot(v) / v.dot(v) * v
      values += [level.x, level.y, level.z]
    }
    return values
  }
}
