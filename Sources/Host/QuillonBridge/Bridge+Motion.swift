import QuillonFusion
import QuillonNumerics

/// Whether attitudes are reported relative to one that the board had.
enum AttitudeReference: Equatable {
  /// They are reported in the reference frame.
  case none
  /// Relative to the next attitude that is known well.
  case next
  /// Relative to this attitude.
  case attitude(UnitQuaternion)
}

/// How the board moves, for those who show it; letters do not depend on it.
extension Bridge {
  /// Reports attitudes relative to the next one that is known well, as if the board had been flat and straight ahead
  /// then: start⁻¹ · attitude, Core Motion's multiplyByInverseOfAttitude. Linear acceleration, velocity and position
  /// are reported along the axes that the board had then. Whoever calls it again resets the reference.
  public func resetReference() { reference = .next }

  /// Reports attitudes in the reference frame again.
  public func clearReference() { reference = .none }

  /// The motion at `sample`, the latest one, after its correction.
  func motion(at sample: InertialSample) -> BoardMotion {
    var motion = reader.motion(at: sample)
    if frame != nil, follower == nil {
      follower = frame.map {
        FrameFollower($0, filter: parameters.filter, accuracy: fieldAccuracy)
      }
    }
    if let framed = follower?.push(sample) { motion.turn(to: framed) }
    motion.obstacle = follower?.obstacle
    if reference == .next, let attitude = motion.attitude,
      motion.fused.map({ $0.status == .ready }) ?? true
    {
      reference = .attitude(attitude)
    }
    if case .attitude(let start) = reference { motion.relate(to: start) }
    return motion
  }

  /// The board has started anew, and with it the heading of its attitude.
  func restartMotion() {
    follower = nil
    if case .attitude = reference { reference = .next }
  }
}

extension BoardMotion {
  /// Expresses the same motion in the frame of `framed`, which is turned about the vertical.
  fileprivate mutating func turn(to framed: DeviceMotion) {
    if let attitude { rotate(by: (framed.attitude &* attitude.conjugate).renormalized) }
    attitude = framed.attitude
    linearAcceleration = framed.attitude.rotate(framed.linearAcceleration)
    fused = framed
  }

  /// Expresses the same motion relative to the attitude `start`.
  fileprivate mutating func relate(to start: UnitQuaternion) {
    attitude = attitude.map { (start.conjugate &* $0).renormalized }
    linearAcceleration = linearAcceleration.map { start.conjugate.rotate($0) }
    rotate(by: start.conjugate)
    reference = start
  }

  private mutating func rotate(by turn: UnitQuaternion) {
    velocity = turn.rotate(velocity)
    position = turn.rotate(position)
  }
}
