import QuillonFusion
import QuillonNumerics

extension StateDigest {
  /// Adds the whole state of a tracker.
  mutating func add(_ tracker: MotionTracker) {
    add(tracker.integrator.velocity)
    add(tracker.integrator.position)
    add(tracker.integrator.impulse)
    add(tracker.rest.anchor)
    add(tracker.rest.quiet)
    add(tracker.clock)
  }

  /// Adds the whole state of a clock.
  mutating func add(_ clock: StepClock) {
    add(clock.last)
    add(clock.isStarted ? 1 as UInt32 : 0)
  }

  /// Adds the whole state of a mean.
  mutating func add(_ mean: AttitudeMean) {
    add(UInt32(bitPattern: mean.count))
    add(UInt32(bitPattern: mean.w))
    add(UInt32(bitPattern: mean.x))
    add(UInt32(bitPattern: mean.y))
    add(UInt32(bitPattern: mean.z))
  }
}

extension SixAxisAHRS {
  /// Adds its estimates to `digest`. It changes nothing; it is `mutating` so that the filter is not copied.
  mutating func digest(into digest: inout StateDigest) {
    digest.add(attitude.w)
    digest.add(attitude.vector)
    digest.add(vertical)
    digest.add(bias)
  }
}
