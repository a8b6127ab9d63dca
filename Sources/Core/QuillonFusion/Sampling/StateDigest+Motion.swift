import QuillonNumerics

extension SixAxisAHRS {
  /// Adds its results to `digest`. It changes nothing; it is `mutating` so that the filter is not
  /// copied.
  public mutating func digest(into digest: inout StateDigest) {
    digest.add(attitude.w)
    digest.add(attitude.vector)
    digest.add(vertical)
    digest.add(bias)
  }
}

extension StateDigest {
  /// Adds all state of a tracker.
  public mutating func add(_ tracker: MotionTracker) {
    add(tracker.integrator.velocity)
    add(tracker.integrator.position)
    add(tracker.integrator.impulse)
    add(tracker.rest.anchor)
    add(tracker.rest.quiet)
    add(tracker.clock)
  }

  /// Adds all state of a clock.
  public mutating func add(_ clock: StepClock) {
    add(clock.last)
    add(clock.isStarted ? 1 as UInt32 : 0)
  }
}
