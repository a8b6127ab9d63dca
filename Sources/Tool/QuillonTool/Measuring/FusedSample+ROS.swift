import QuillonReferenceModel

/// Messages of the type sensor_msgs/Imu as `rostopic echo -p` prints them, which programs for ROS read as CSV.
extension FusedSample {
  /// The names of the columns.
  static let headerOfROS =
    (["%time", "field.header.seq", "field.header.stamp", "field.header.frame_id"]
    + ["x", "y", "z", "w"].map { "field.orientation.\($0)" } + covariance("orientation")
    + axes("angular_velocity") + covariance("angular_velocity")
    + axes("linear_acceleration") + covariance("linear_acceleration")).joined(separator: ",")

  private static func axes(_ name: String) -> [String] {
    ["x", "y", "z"].map { "field.\(name).\($0)" }
  }

  private static func covariance(_ name: String) -> [String] {
    (0..<9).map { "field.\(name)_covariance\($0)" }
  }

  /// Appends the message with this number. The acceleration has gravity in it, as ROS defines it. The covariances are not known, which
  /// is 0; −1 marks an attitude that has not converged.
  func writeAsROS(number: Int, to bytes: inout [UInt8]) {
    let comma = UInt8(ascii: ",")
    let nanoseconds = String(Int((time * 1e9).rounded()))
    bytes.append(contentsOf: "\(nanoseconds),\(number),\(nanoseconds),imu".utf8)
    func add(_ numbers: [Double], covariance first: Double) {
      for number in numbers {
        bytes.append(comma)
        bytes.append(number, decimals: 9)
      }
      bytes.append(contentsOf: (first == 0 ? ",0" : ",-1").utf8)
      bytes.append(contentsOf: ",0,0,0,0,0,0,0,0".utf8)
    }
    let (q, force) = (attitude.components, linearAcceleration - gravity)
    add([q[1], q[2], q[3], q[0]], covariance: state == "ready" ? 0 : -1)
    add([angularRate.x, angularRate.y, angularRate.z], covariance: 0)
    add([force.x, force.y, force.z], covariance: 0)
    bytes.append(UInt8(ascii: "\n"))
  }
}
