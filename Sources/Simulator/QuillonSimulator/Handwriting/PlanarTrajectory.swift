/// A movement in the writing plane as a function of time: metres and seconds, x to the writer's
/// right, y down. It starts at time 0 and ends at `duration`, both at rest.
///
/// It is a sum of overlapping movements, each along its own path with the speed profile of minimum
/// jerk (Flash and Henis 1991, "Arm trajectory modifications during reaching towards visual
/// targets", Journal of Cognitive Neuroscience 3(3): a new movement is added to the old one before
/// that has ended). The overlap rounds the corners. Position is twice continuously differentiable.
public struct PlanarTrajectory: Equatable, Sendable {
  /// Where the movement is at one moment.
  public struct State: Equatable, Sendable {
    /// m.
    public var position: SIMD2<Double>
    /// m/s.
    public var velocity: SIMD2<Double>
    /// m/s².
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

  /// One of the movements: its path, when it starts, s, and how long it takes, s.
  struct Movement: Equatable, Sendable {
    var path: SmoothPath
    var start: Double
    var duration: Double
  }

  /// Where it starts, m.
  public let origin: SIMD2<Double>
  /// How long it takes, s.
  public let duration: Double
  private let movements: [Movement]

  /// The sum of `movements`, starting at `origin`; it lasts `duration` or, if that is nil, until the
  /// last movement ends.
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

  /// The same movement, `way` (m) aside.
  public func moved(by way: SIMD2<Double>) -> PlanarTrajectory {
    PlanarTrajectory(origin: origin + way, movements: movements, duration: duration)
  }

  /// Where it ends, m.
  public var end: SIMD2<Double> { state(at: duration).position }

  /// The state at `time`, s; at rest before the start and after the end.
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

  /// The states at times 0, 1/rate, 2/rate ... up to the first that is not before the end.
  public func states(rate: Double) -> [State] {
    (0...Int((duration * rate).rounded(.up))).map { state(at: Double($0) / rate) }
  }
}
