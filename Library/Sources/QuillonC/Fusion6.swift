import CQuillon
import QuillonFusion
import QuillonNumerics

/// The state of a fusion of six axes.
struct Fusion6: LibraryState {
  static var mark: UInt32 { 0x5136_4655 }

  var mark: UInt32
  var isCalibrated: Bool
  var filter: SixAxisAHRS
  var calibration: SensorCalibration
  /// The calibrated specific force of the latest sample.
  var force: Vector3<23>

  /// Processes a sample and returns its status.
  @inline(__always)
  mutating func push(
    _ time: UInt32, _ force: quillon_force, _ rate: quillon_rate
  ) -> Int32 {
    var (force, rate) = (Vector3<23>(force), Vector3<25>(rate))
    if isCalibrated {
      // A force of 0 was not measured, and no offset makes one of it.
      if force != .zero {
        force = Vector3(steps: calibration.accelerometerSteps.correctedSteps(force.steps))
      }
      rate = Vector3(steps: calibration.gyroscopeSteps.correctedSteps(rate.steps))
    }
    self.force = force
    filter.push(timestamp: time, specificForce: force, angularRate: rate)
    return filter.status.state
  }

  /// All that is known at the latest sample.
  @inline(__always)
  var motion: quillon_motion {
    var motion = quillon_motion()
    motion.attitude = quillon_quaternion(filter.attitude)
    motion.bias = quillon_bias(filter.bias)
    motion.state = filter.status.state
    motion.is_at_rest = filter.isAtRest ? 1 : 0
    motion.is_field_disturbed = 1
    guard motion.state != QUILLON_STARTING else { return motion }
    motion.gravity = acceleration(for: .zero)
    if force != .zero { motion.linear_acceleration = acceleration(for: force) }
    motion.rate = quillon_rate(filter.angularRate)
    return motion
  }

  /// The linear acceleration at the latest sample for a specific force; gravity for a force of 0.
  @inline(__always)
  func acceleration(for force: Vector3<23>) -> quillon_force {
    quillon_force(Gravity.removed(from: force, along: filter.vertical))
  }
}

/// Lets `body` read what is known; ABSENT while there is no attitude.
@inline(__always)
private func reading(
  _ fusion: OpaquePointer?, _ body: (UnsafeMutablePointer<Fusion6>) -> Void
) -> Int32 {
  withState(fusion, Fusion6.self) {
    guard $0.pointee.filter.status.state != QUILLON_STARTING else { return QUILLON_ERROR_ABSENT }
    body($0)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_init(
  _ fusion: OpaquePointer?, _ size: UInt32, _ settings: UnsafePointer<quillon_fusion_settings>?
) -> Int32 {
  let room = checkRoom(at: fusion, size: size, for: Fusion6.self)
  guard room == QUILLON_OK, let fusion else { return room }
  let settings = settings?.pointee ?? quillon_fusion_settings()
  guard let parameters = SixAxisAHRS.Parameters(settings),
    settings.frame == QUILLON_FRAME_ARBITRARY
  else { return QUILLON_ERROR_ARGUMENT }
  let state = cleared(fusion, as: Fusion6.self)
  state.pointee.filter = SixAxisAHRS(parameters)
  state.pointee.calibration = SensorCalibration()
  mark(fusion, as: Fusion6.self)
  return QUILLON_OK
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_push(
  _ fusion: OpaquePointer?, _ time: UInt32, _ force: UnsafePointer<quillon_force>?,
  _ rate: UnsafePointer<quillon_rate>?
) -> Int32 {
  guard let force, let rate else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    $0.pointee.push(time, force.pointee, rate.pointee)
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_run(
  _ fusion: OpaquePointer?, _ count: UInt32, _ times: UnsafePointer<UInt32>?,
  _ forces: UnsafePointer<quillon_force>?, _ rates: UnsafePointer<quillon_rate>?,
  _ motions: UnsafeMutablePointer<quillon_motion>?
) -> Int32 {
  guard let times, let forces, let rates, let motions else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    var index = 0
    while index < Int(truncatingIfNeeded: count) {
      _ = $0.pointee.push(times[index], forces[index], rates[index])
      motions[index] = $0.pointee.motion
      index &+= 1
    }
    return $0.pointee.filter.status.state
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_attitude(
  _ fusion: OpaquePointer?, _ attitude: UnsafeMutablePointer<quillon_quaternion>?
) -> Int32 {
  guard let attitude else { return QUILLON_ERROR_NULL }
  return reading(fusion) { attitude.pointee = quillon_quaternion($0.pointee.filter.attitude) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_gravity(
  _ fusion: OpaquePointer?, _ gravity: UnsafeMutablePointer<quillon_force>?
) -> Int32 {
  guard let gravity else { return QUILLON_ERROR_NULL }
  return reading(fusion) { gravity.pointee = $0.pointee.acceleration(for: .zero) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_linear_acceleration(
  _ fusion: OpaquePointer?, _ acceleration: UnsafeMutablePointer<quillon_force>?
) -> Int32 {
  guard let acceleration else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    guard $0.pointee.filter.status.state != QUILLON_STARTING, $0.pointee.force != .zero else {
      return QUILLON_ERROR_ABSENT
    }
    acceleration.pointee = $0.pointee.acceleration(for: $0.pointee.force)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_angular_rate(
  _ fusion: OpaquePointer?, _ rate: UnsafeMutablePointer<quillon_rate>?
) -> Int32 {
  guard let rate else { return QUILLON_ERROR_NULL }
  return reading(fusion) { rate.pointee = quillon_rate($0.pointee.filter.angularRate) }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_bias(
  _ fusion: OpaquePointer?, _ bias: UnsafeMutablePointer<quillon_bias>?
) -> Int32 {
  guard let bias else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    bias.pointee = quillon_bias($0.pointee.filter.bias)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_status(
  _ fusion: OpaquePointer?, _ status: UnsafeMutablePointer<quillon_fusion_status>?
) -> Int32 {
  guard let status else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    let known = $0.pointee.filter.status
    status.pointee = quillon_fusion_status(
      state: known.state, waits_for: known.reason, is_at_rest: $0.pointee.filter.isAtRest ? 1 : 0,
      is_field_disturbed: 1)
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_set_calibration(
  _ fusion: OpaquePointer?, _ calibration: UnsafePointer<quillon_calibration>?
) -> Int32 {
  guard let calibration else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    guard let new = SensorCalibration(calibration.pointee) else { return QUILLON_ERROR_ARGUMENT }
    $0.pointee.calibration = new
    $0.pointee.isCalibrated = true
    return QUILLON_OK
  }
}

/// See quillon.h.
@c @implementation
public func quillon_fusion6_calibration(
  _ fusion: OpaquePointer?, _ calibration: UnsafeMutablePointer<quillon_calibration>?
) -> Int32 {
  guard let calibration else { return QUILLON_ERROR_NULL }
  return withState(fusion, Fusion6.self) {
    calibration.pointee = quillon_calibration($0.pointee.calibration)
    return QUILLON_OK
  }
}
