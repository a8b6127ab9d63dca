import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel

/// The result of sensor fusion for one sample, as a row of a file.
struct FusedSample {
  /// s.
  var time: Double
  /// The rotation from the body to the earth: to the frame that was asked for or, with 6 axes, to
  /// any frame with z up.
  var attitude: ReferenceQuaternion
  /// The heading, degrees, 0 ..< 360.
  var heading: Double
  /// The angular rate without bias, rad/s, body frame.
  var angularRate: ReferenceVector
  /// Gravity, m/s², body frame. It points down.
  var gravity: ReferenceVector
  /// The linear acceleration, m/s², body frame.
  var linearAcceleration: ReferenceVector
  /// `starting`, `converging` or `ready`.
  var state: String

  /// The names of the columns in the order of `line`.
  static let header = "t,qw,qx,qy,qz,gx,gy,gz,vx,vy,vz,ux,uy,uz,heading,state"

  /// The meaning of the columns.
  static let legend = """
    # q: body to earth; g: angular rate less bias, rad/s; v: gravity, m/s2; u: linear acceleration, m/s2
    # heading: of the body's y axis, degrees clockwise from north, else from the frame's y axis
    """

  /// Appends the row to the bytes of a file, with the further columns and numbers and a line end. Numbers have
  /// nine decimal places, the time six and the heading four.
  func write(
    with columns: AttitudeColumns?, _ numbers: [Double] = [], to bytes: inout [UInt8]
  ) {
    let comma = UInt8(ascii: ",")
    func add(_ number: Double) {
      bytes.append(comma)
      bytes.append(number, decimals: 9)
    }
    bytes.append(time, decimals: 6)
    for index in 0..<4 { add(attitude.components[index]) }
    for vector in [angularRate, gravity, linearAcceleration] {
      add(vector.x)
      add(vector.y)
      add(vector.z)
    }
    bytes.append(comma)
    bytes.append(heading, decimals: 4)
    bytes.append(comma)
    bytes.append(contentsOf: state.utf8)
    if let columns { for value in columns.values(of: self) { add(value) } }
    for number in numbers { add(number) }
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension ReferenceQuaternion {
  /// The direction of the body's y axis, degrees clockwise from the frame's y axis, 0 ..< 360.
  fileprivate var heading: Double {
    let y = rotate(ReferenceVector(0, 1, 0))
    let degrees = atan2(y.x, y.y) * 180 / Double.pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension FusedSample {
  /// The result of the core after it has processed `input`.
  init(_ filter: NineAxisAHRS, _ input: SensorSample) {
    let attitude = filter.attitude.doubles
    self.init(
      time: input.time, attitude: attitude, heading: attitude.heading,
      angularRate: filter.angularRate.double, gravity: -9.80665 * filter.vertical.double,
      linearAcceleration: Gravity.removed(from: input.specificForce, along: filter.vertical)
        .double,
      state: filter.status.name)
  }

  /// The result of the core in a chosen frame.
  init(_ motion: DeviceMotion, at time: Double) {
    let attitude = motion.attitude.doubles
    self.init(
      time: time, attitude: attitude,
      heading: motion.heading?.degrees.double ?? attitude.heading,
      angularRate: motion.angularRate.double, gravity: motion.gravity.double,
      linearAcceleration: motion.linearAcceleration.double, state: motion.status.name)
  }

  /// Of an accelerometer alone, after `filter` has processed `input`. The heading is arbitrary, and the angular rate is not known and 0.
  init(_ filter: InclinationFilter, _ input: SensorSample) {
    let attitude = filter.attitude.doubles
    self.init(
      time: input.time, attitude: attitude, heading: attitude.heading, angularRate: .zero,
      gravity: -1 * filter.gravity.double,
      linearAcceleration: input.specificForce.double - filter.gravity.double,
      state: filter.isAtRest ? "ready" : "converging")
  }

  /// The result of the reference model after it has processed `input`.
  init(_ filter: ReferenceAHRS, _ input: SensorSample) {
    let q = filter.attitudeWithoutField
    let up = q.conjugate.rotate(ReferenceVector(0, 0, 1))
    self.init(
      time: input.time, attitude: filter.attitude, heading: filter.attitude.heading,
      angularRate: input.angularRate.double - filter.bias, gravity: -9.80665 * up,
      linearAcceleration: input.specificForce.double - 9.80665 * up,
      state: filter.status.rawValue)
  }
}

extension NineAxisAHRS.Status {
  /// The name in files.
  var name: String {
    switch self {
    case .starting: "starting"
    case .converging: "converging"
    case .ready: "ready"
    }
  }
}

extension UnitQuaternion {
  /// The components, exactly.
  fileprivate var doubles: ReferenceQuaternion {
    ReferenceQuaternion(w.double, x.double, y.double, z.double)
  }
}
