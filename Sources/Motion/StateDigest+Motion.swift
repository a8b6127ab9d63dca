import FixedPoint
import Geometry

extension StateDigest {
  /// Takes all that a tracker remembers.
  public mutating func add(_ tracker: MotionTracker) {
    add(tracker.integrator.velocity)
    add(tracker.integrator.position)
    add(tracker.integrator.impulse)
    add(tracker.rest.anchor)
    add(tracker.rest.quiet)
    add(tracker.clock)
  }

  /// Takes the numbers of a motion.
  public mutating func add(_ motion: DeviceMotion) {
    add(motion.timestamp)
    add(motion.attitude.w)
    add(motion.attitude.vector)
    add(motion.up)
    add(motion.linearAcceleration)
    add(motion.angularRate)
    if let field = motion.magneticField { add(field.field) }
  }

  /// Takes all that a clock remembers.
  public mutating func add(_ clock: StepClock) {
    add(clock.last)
    add(clock.isStarted ? 1 as UInt32 : 0)
  }
}
