import CQuillon
import QuillonFusion
import QuillonNumerics

/// The state of a fusion of nine axes.
struct Fusion9: LibraryState {
  static var mark: UInt32 { 0x5139_4655 }

  var mark: UInt32
  var fusion: MotionFusion

  /// Processes a sample and returns its status.
  @inline(__always)
  mutating func push(
    _ time: UInt32, _ force: quillon_force, _ rate: quillon_rate, _ field: Vector3<19>?
  ) -> Int32 {
    fusion.push(
      InertialSample(
        timestamp: time, acceleration: .specificForce(Vector3(force)),
        angularRate: Vector3(rate), magneticField: field, pen: .up))
    return fusion.filter.status.state
  }

  /// All that is known at the latest sample.
  @inline(__always)
  var motion: quillon_motion {
    mutating get {
      var motion = quillon_motion()
      motion.attitude = quillon_quaternion(.identity)
      motion.bias = quillon_bias(fusion.filter.bias)
      motion.state = fusion.filter.status.state
      motion.is_at_rest = fusion.filter.isAtRest ? 1 : 0
      motion.is_field_disturbed = fusion.filter.isFieldDisturbed ? 1 : 0
      guard let latest = fusion.latest else { return motion }
      motion.attitude = quillon_quaternion(latest.attitude)
      motion.gravity = quillon_force(latest.gravity)
      if !latest.lacksForce {
        motion.linear_acceleration = quillon_force(latest.linearAcceleration)
      }
      motion.rate = quillon_rate(latest.angularRate)
      return motion
    }
  }
}

extension DeviceMotion {
  /// Whether the sample had no specific force, that is, one of 0: what is left is gravity.
  fileprivate var lacksForce: Bool { linearAcceleration == gravity }
}

/// Lets `body` read the latest motion; ABSENT while there is no attitude, and if `body` gives nil.
@inline(__always)
private func reading(_ fusion: OpaquePointer?, _ body: (DeviceMotion) -> Void?) -> Int32 {
  withState(fusion, Fusion9.self) {
    guard let motion = $0.pointee.fusion.latest, body(motion) != nil else {
      return QUILLON_ERROR_ABSENT
    }
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_init(
  _ fusion: OpaquePointer?, _ size: UInt32, _ settings: UnsafePointer<quillon_fusion_settings>?
) -> Int32 {
  let room = checkRoom(at: fusion, size: size, for: Fusion9.self)
  guard room == QUILLON_OK, let fusion else { return room }
  let settings = settings?.pointee ?? quillon_fusion_settings()
  guard let parameters = SixAxisAHRS.Parameters(settings), let frame = ReferenceFrame(settings)
  else { return QUILLON_ERROR_ARGUMENT }
  let state = cleared(fusion, as: Fusion9.self)
  state.pointee.fusion = MotionFusion(.init(frame: frame, filter: parameters))
  mark(fusion, as: Fusion9.self)
  return QUILLON_OK
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_push(
  _ fusion: OpaquePointer?, _ time: UInt32, _ force: UnsafePointer<quillon_force>?,
  _ rate: UnsafePointer<quillon_rate>?, _ field: UnsafePointer<quillon_field>?
) -> Int32 {
  guard let force, let rate else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion9.self) {
    $0.pointee.push(
      time, force.pointee, rate.pointee, field.map { Vector3<19>($0.pointee) })
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_run(
  _ fusion: OpaquePointer?, _ count: UInt32, _ times: UnsafePointer<UInt32>?,
  _ forces: UnsafePointer<quillon_force>?, _ rates: UnsafePointer<quillon_rate>?,
  _ fields: UnsafePointer<quillon_field>?, _ motions: UnsafeMutablePointer<quillon_motion>?
) -> Int32 {
  guard let times, let forces, let rates, let fields, let motions else {
    return QUILLON_ERROR_NULL
  }
  return withState(fusion, Fusion9.self) {
    var index = 0
    while index < Int(truncatingIfNeeded: count) {
      let field = Vector3<19>(fields[index])
      _ = $0.pointee.push(
        times[index], forces[index], rates[index], field == .zero ? nil : field)
      motions[index] = $0.pointee.motion
      index &+= 1
    }
    return $0.pointee.fusion.filter.status.state
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_attitude(
  _ fusion: OpaquePointer?, _ attitude: UnsafeMutablePointer<quillon_quaternion>?
) -> Int32 {
  guard let attitude else { return QUILLON_ERROR_NULL }
  return reading(fusion) { attitude.pointee = quillon_quaternion($0.attitude) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_gravity(
  _ fusion: OpaquePointer?, _ gravity: UnsafeMutablePointer<quillon_force>?
) -> Int32 {
  guard let gravity else { return QUILLON_ERROR_NULL }
  return reading(fusion) { gravity.pointee = quillon_force($0.gravity) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_linear_acceleration(
  _ fusion: OpaquePointer?, _ acceleration: UnsafeMutablePointer<quillon_force>?
) -> Int32 {
  guard let acceleration else { return QUILLON_ERROR_NULL }
  return reading(fusion) {
    guard !$0.lacksForce else { return nil }
    acceleration.pointee = quillon_force($0.linearAcceleration)
    return ()
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_angular_rate(
  _ fusion: OpaquePointer?, _ rate: UnsafeMutablePointer<quillon_rate>?
) -> Int32 {
  guard let rate else { return QUILLON_ERROR_NULL }
  return reading(fusion) { rate.pointee = quillon_rate($0.angularRate) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_heading(
  _ fusion: OpaquePointer?, _ heading: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  guard let heading else { return QUILLON_ERROR_NULL }
  return reading(fusion) { $0.heading.map { heading.pointee = $0.bits } }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_bias(
  _ fusion: OpaquePointer?, _ bias: UnsafeMutablePointer<quillon_bias>?
) -> Int32 {
  guard let bias else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion9.self) {
    bias.pointee = quillon_bias($0.pointee.fusion.filter.bias)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_status(
  _ fusion: OpaquePointer?, _ status: UnsafeMutablePointer<quillon_fusion_status>?
) -> Int32 {
  guard let status else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion9.self) {
    let known = $0.pointee.fusion.filter.status
    status.pointee = quillon_fusion_status(
      state: known.state, waits_for: known.reason,
      is_at_rest: $0.pointee.fusion.filter.isAtRest ? 1 : 0,
      is_field_disturbed: $0.pointee.fusion.filter.isFieldDisturbed ? 1 : 0)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_set_calibration(
  _ fusion: OpaquePointer?, _ calibration: UnsafePointer<quillon_calibration>?
) -> Int32 {
  guard let calibration else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion9.self) {
    guard let new = SensorCalibration(calibration.pointee) else { return QUILLON_ERROR_ARGUMENT }
    $0.pointee.fusion.calibration = new
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion9_calibration(
  _ fusion: OpaquePointer?, _ calibration: UnsafeMutablePointer<quillon_calibration>?
) -> Int32 {
  guard let calibration else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion9.self) {
    calibration.pointee = quillon_calibration($0.pointee.fusion.calibration ?? SensorCalibration())
    return QUILLON_OK
  }
}
