/// A movement in the writing plane as a function of time, in meters and seconds: x to the writer's
/// right, y down. It starts at time 0 and ends at `duration`, at rest both times.
///
/// It is a sum of overlapping movements, each along its own path with the speed profile of minimum
/// jerk. A new movement is added to the old one before that one has ended (Flash and Henis 1991,
/// "Arm trajectory modifications during reaching towards visual targets", Journal of Cognitive
/// Neuroscience 3(3)). The overlap rounds the corners. The position is twice continuously
/// differentiable.
public struct PlanarTrajectory: Equatable, Sendable {
  /// The state of the movement at one moment.
  public struct State: Equatable, Sendable {
    /// The position, m.
    public var position: SIMD2<Double>
    /// The velocity, m/s.
    public var velocity: SIMD2<Double>
    /// The acceleration, m/s².
    public var acceleration: SIMD2<Double>

    /// A state from its parts.
    public init(
      position: SIMD2<Double>, velocity: SIMD2<Double> = SIMD2(0, 0),
      acceleration: SIMD2<Double> = SIMD2(0, 0)
    ) {
      self.position = position
      self.velocity = velocity
      self.acceleration = acceleration
    }
  }

  /// One of the movements: its path, its start, s, and its duration, s.
  struct Movement: Equatable, Sendable {
    var path: SmoothPath
    var start: Double
    var duration: Double
  }

  /// The position where it starts, m.
  public let origin: SIMD2<Double>
  /// The duration, s.
  public let duration: Double
  private let movements: [Movement]

  /// The sum of `movements`, starting at `origin`. It lasts `duration` or, if that is nil, until
  /// the last movement ends.
  init(origin: SIMD2<Double>, movements: [Movement], duration: Double? = nil) {
    self.origin = origin
    self.movements = movements
    self.duration = duration ?? movements.map { $0.start + $0.duration }.max() ?? 0
  }

  /// A straight movement from one point to another, which may be the same, in `duration` seconds.
  public init(from start: SIMD2<Double>, to end: SIMD2<Double>, duration: Double) {
    guard start != end else {
      self.init(origin: start, movements: [], duration: duration)
      return
    }
    let path = SmoothPath(through: [start, end], size: 1)
    self.init(origin: start, movements: [Movement(path: path, start: 0, duration: duration)])
  }

  /// The same movement, shifted by `way` (m).
  public func moved(by way: SIMD2<Double>) -> PlanarTrajectory {
    PlanarTrajectory(origin: origin + way, movements: movements, duration: duration)
  }

  /// The position where it ends, m.
  public var end: SIMD2<Double> { state(at: duration).position }

  /// The state at `time`, s. Before the start and after the end the movement is at rest.
  public func state(at time: Double) -> State {
    var state = State(position: origin)
    for movement in movements {
      let profile = MinimumJerk(at: (time - movement.start) / movement.duration)
      let rate = profile.speed / movement.duration
      let change = profile.acceleration / (movement.duration * movement.duration)
      let path = movement.path.sample(at: profile.progress)
      state.position += path.point - movement.path.sample(at: 0).point
      state.velocity += path.first * rate
      state.acceleration += path.second * (rate * rate) + path.first * change
    }
    return state
  }

  /// The states at times 0, 1/rate, 2/rate ..., up to the first time that is not before the end.
  public func states(rate: Double) -> [State] {
    (0...Int((duration * rate).rounded(.up))).map { state(at: Double($0) / rate) }
  }
}
