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

  /// Takes what a filter has found.
  public mutating func add(_ filter: borrowing InertialFilter) {
    add(filter.attitude.w)
    add(filter.attitude.vector)
    add(filter.vertical)
    add(filter.bias)
  }

  /// Takes all that a clock remembers.
  public mutating func add(_ clock: StepClock) {
    add(clock.last)
    add(clock.isStarted ? 1 as UInt32 : 0)
  }
}
