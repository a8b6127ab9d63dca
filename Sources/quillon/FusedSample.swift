import Foundation
import Geometry
import HostNumerics
import Motion
import ReferenceModel

/// What sensor fusion tells about one sample, for a file.
struct FusedSample {
  /// s.
  var time: Double
  /// Body to earth or, with 6 axes, to a frame with z up.
  var attitude: ReferenceQuaternion
  /// Without bias, rad/s, body frame.
  var angularRate: ReferenceVector
  /// What pulls: m/s², body frame.
  var gravity: ReferenceVector
  /// m/s², body frame.
  var linearAcceleration: ReferenceVector
  /// `starting`, `converging` or `ready`.
  var state: String

  /// The columns, in the order of `line`.
  static let header = "t,qw,qx,qy,qz,gx,gy,gz,vx,vy,vz,ux,uy,uz,heading,state"

  /// What the columns mean.
  static let legend = """
    # q: body to earth; g: angular rate less bias, rad/s; v: gravity, m/s2; u: linear acceleration, m/s2
    # heading: of the body's y axis, degrees clockwise from the earth's y axis (north with 9 axes)
    """

  /// The row, numbers to nine digits behind the point.
  var line: String {
    let q = attitude.components
    let numbers =
      [q[0], q[1], q[2], q[3]]
      + [angularRate, gravity, linearAcceleration].flatMap { [$0.x, $0.y, $0.z] }
    return
      ([String(format: "%.6f", time)] + numbers.map { String(format: "%.9f", $0) }
      + [String(format: "%.4f", heading), state]).joined(separator: ",")
  }

  /// Degrees, 0 ..< 360.
  var heading: Double {
    let y = attitude.rotate(ReferenceVector(0, 1, 0))
    let degrees = atan2(y.x, y.y) * 180 / Double.pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension FusedSample {
  /// Of the core, after it has taken `input`.
  init(_ filter: AttitudeFilter, _ input: SensorSample) {
    let q = filter.attitude
    self.init(
      time: input.time,
      attitude: ReferenceQuaternion(q.w.double, q.x.double, q.y.double, q.z.double),
      angularRate: filter.angularRate.doubles, gravity: -9.80665 * filter.vertical.doubles,
      linearAcceleration: Gravity.removed(from: input.specificForce, along: filter.vertical)
        .doubles,
      state: filter.status.name)
  }

  /// Of the reference model, after it has taken `input`.
  init(_ filter: ReferenceAttitudeFilter, _ input: SensorSample) {
    let q = filter.attitudeWithoutField
    let up = q.conjugate.rotate(ReferenceVector(0, 0, 1))
    self.init(
      time: input.time, attitude: filter.attitude,
      angularRate: input.angularRate.doubles - filter.bias, gravity: -9.80665 * up,
      linearAcceleration: input.specificForce.doubles - 9.80665 * up, state: "")
  }
}

extension AttitudeFilter.Status {
  /// For files.
  var name: String {
    switch self {
    case .starting: "starting"
    case .converging: "converging"
    case .ready: "ready"
    }
  }
}

extension Vector3 {
  /// The components, exact.
  var doubles: ReferenceVector { ReferenceVector(x.double, y.double, z.double) }
}
