import QuillonNumerics

/// Tracks the board: integrates acceleration sample by sample to position in the reference frame.
public struct MotionTracker: Sendable {
  /// The parameters of the tracker.
  public struct Parameters: Equatable, Sendable {
    /// How acceleration is integrated and damped.
    public var integrator: DampedIntegrator.Parameters
    /// When the board counts as being at rest.
    public var rest: LinearAccelerationStationaryDetector.Parameters
    /// The longest time step to integrate over, µs. A longer one resets velocity and position.
    public var maximumStep: UInt32

    /// Parameters from their parts.
    public init(
      integrator: DampedIntegrator.Parameters,
      rest: LinearAccelerationStationaryDetector.Parameters, maximumStep: UInt32
    ) {
      self.integrator = integrator
      self.rest = rest
      self.maximumStep = maximumStep
    }
  }

  /// The effect of a sample.
  public enum Progress: Equatable, Sendable {
    /// The sample was integrated over this time step, µs.
    case moved(UInt32)
    /// The first sample. The track begins here.
    case started
    /// The sample has no later time. Nothing changed.
    case unchanged
    /// The sample came after too long a gap. Velocity and position are 0 again.
    case interrupted
  }

  /// Velocity and position.
  public private(set) var integrator: DampedIntegrator
  package private(set) var rest: LinearAccelerationStationaryDetector
  package private(set) var clock: StepClock

  /// A track that has not begun.
  public init(_ parameters: Parameters) {
    integrator = DampedIntegrator(parameters.integrator)
    rest = LinearAccelerationStationaryDetector(parameters.rest)
    clock = StepClock(maximumStep: parameters.maximumStep)
  }

  /// Integrates and detects rest with these parameters from now on, from velocity and position 0. Time continues.
  public mutating func adopt(
    _ integrator: DampedIntegrator.Parameters, rest: LinearAccelerationStationaryDetector.Parameters
  ) {
    self.integrator = DampedIntegrator(integrator)
    self.rest = LinearAccelerationStationaryDetector(rest)
  }

  /// True if the observed acceleration and rate have been quiet for the rest period.
  public var isAtRest: Bool { rest.isAtRest }

  /// Advances to the next sample.
  ///
  /// - Parameters:
  ///   - timestamp: The board's clock, µs, modulo 2³².
  ///   - acceleration: The linear acceleration, m/s², reference frame, Q8.23.
  ///   - undamped: Set it only if the parameters neither damp nor shrink.
  @inline(__always)
  public mutating func advance(
    to timestamp: UInt32, acceleration: Vector3<23>, undamped: Bool = false
  ) -> Progress {
    switch clock.advance(to: timestamp) {
    case .first:
      return .started
    case .none:
      return .unchanged
    case .gap:
      restart()
      rest.reset()
      return .interrupted
    case .step(let microseconds):
      replay(acceleration, microseconds: microseconds, undamped: undamped)
      return .moved(microseconds)
    }
  }

  /// Observes a sample for the detection of rest. Call it after each `.moved` with the same
  /// acceleration, the angular rate, rad/s, if known, and the same µs.
  public mutating func observe(
    _ acceleration: Vector3<23>, angularRate: Vector3<25>?, microseconds: UInt32
  ) {
    rest.observe(acceleration, angularRate: angularRate, microseconds: microseconds)
  }

  /// Integrates a past step again after a restart. The acceleration is in m/s², reference frame.
  @inline(__always)
  public mutating func replay(
    _ acceleration: Vector3<23>, microseconds: UInt32, undamped: Bool = false
  ) {
    if undamped {
      integrator.stepUndamped(acceleration, microseconds: microseconds)
    } else {
      integrator.step(acceleration, microseconds: microseconds)
    }
  }

  /// Sets velocity and position to 0, as at pen-down and pen-up. Time continues.
  public mutating func restart() { integrator.reset() }

  /// The zero-velocity update at rest: sets velocity to 0 and subtracts the error `error`, m, from
  /// the position.
  public mutating func stop(correctingPositionBy error: Vector3<23>) {
    integrator.stop(correctingPositionBy: error)
  }
}
