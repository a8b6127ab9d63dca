import QuillonNumerics

/// Follows the board: sample by sample from body acceleration to position in the reference frame.
public struct MotionTracker: Sendable {
  /// What a user chooses.
  public struct Parameters: Equatable, Sendable {
    /// How acceleration is integrated and damped.
    public var integrator: DampedIntegrator.Parameters
    /// When the board counts as lying still.
    public var rest: LinearAccelerationStationaryDetector.Parameters
    /// The longest time step that is integrated over, µs; a longer one resets.
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

  /// What a sample did to the track.
  public enum Progress: Equatable, Sendable {
    /// It was integrated over so many µs.
    case moved(UInt32)
    /// It is the first one: the track begins here.
    case started
    /// It carried no new time: nothing changed.
    case unchanged
    /// It came after too long a gap: velocity and position are 0 again.
    case interrupted
  }

  /// Velocity and position.
  public private(set) var integrator: DampedIntegrator
  private(set) var rest: LinearAccelerationStationaryDetector
  private(set) var clock: StepClock

  /// A track that has not begun.
  public init(_ parameters: Parameters) {
    integrator = DampedIntegrator(parameters.integrator)
    rest = LinearAccelerationStationaryDetector(parameters.rest)
    clock = StepClock(maximumStep: parameters.maximumStep)
  }

  /// True when acceleration and rate, as observed, have been quiet for the rest period.
  public var isAtRest: Bool { rest.isAtRest }

  /// Takes the next moment.
  ///
  /// - Parameters:
  ///   - timestamp: the board's clock, µs, modulo 2³².
  ///   - acceleration: the linear acceleration, m/s², reference frame, Q8.23.
  ///   - undamped: true promises that the parameters neither damp nor shrink.
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

  /// Watches for rest, for those who want to know of it: the same acceleration after each `.moved`, the
  /// angular rate, rad/s, if known, and the µs that it came with.
  public mutating func observe(
    _ acceleration: Vector3<23>, angularRate: Vector3<25>?, microseconds: UInt32
  ) {
    rest.observe(acceleration, angularRate: angularRate, microseconds: microseconds)
  }

  /// Goes over a step of the past again, after a restart: its acceleration, m/s², reference frame.
  @inline(__always)
  public mutating func replay(
    _ acceleration: Vector3<23>, microseconds: UInt32, undamped: Bool = false
  ) {
    if undamped {
      integrator.stepFreely(acceleration, microseconds: microseconds)
    } else {
      integrator.step(acceleration, microseconds: microseconds)
    }
  }

  /// Velocity and position back to 0, as at pen-down and pen-up. Time goes on.
  public mutating func restart() { integrator.reset() }

  /// The zero-velocity update at rest: velocity to 0, position corrected by the `error` it had, m.
  public mutating func stop(correctingPositionBy error: Vector3<23>) {
    integrator.stop(correctingPositionBy: error)
  }
}
