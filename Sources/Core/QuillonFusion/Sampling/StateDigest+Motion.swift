import QuillonNumerics

extension SixAxisAHRS {
  /// Hands what it has found to `digest`. It changes nothing, but is marked as if it did, so that it is not
  /// copied.
  public mutating func digest(into digest: inout StateDigest) {
    digest.add(attitude.w)
    digest.add(attitude.vector)
    digest.add(vertical)
    digest.add(bias)
  }
}

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

  /// Takes all that a clock remembers.
  public mutating func add(_ clock: StepClock) {
    add(clock.last)
    add(clock.isStarted ? 1 as UInt32 : 0)
  }
}
