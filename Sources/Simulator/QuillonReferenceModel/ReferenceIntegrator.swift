import Foundation

/// Acceleration → velocity → position, in the reference frame, with damping so that errors of the
/// distant past fade: dv/dt = a − αv, dx/dt = v − αx, step by step.
public struct ReferenceIntegrator: Equatable, Sendable {
  /// How one time step is taken.
  public enum Rule: Equatable, Sendable {
    /// Half of the velocity change before the position step, half after it.
    case halfStep
    /// All of the velocity change before the position step.
    case euler
  }

  /// What a user tunes.
  public struct Parameters: Equatable, Sendable {
    /// The rule of the time step.
    public var rule = Rule.halfStep
    /// α, 1/s, ≥ 0; 0 is no damping.
    public var damping = 0.0
    /// The speed lost per second, m/s², ≥ 0; 0 is none.
    public var velocityShrinking = 0.0
    /// The distance from the origin lost per second, m/s, ≥ 0; 0 is none.
    public var positionShrinking = 0.0
    /// A longer step than this, s, means lost samples: velocity and position become 0.
    public var maximumTimeStep = 0.1

    /// The half-step rule without damping.
    public init() {}
  }

  /// The bound of every component of velocity and position, m/s and m.
  public static let bound = 256.0

  /// The parameters in force.
  public let parameters: Parameters
  /// Velocity, m/s, reference frame.
  public private(set) var velocity = ReferenceVector(0, 0, 0)
  /// Position, m, reference frame.
  public private(set) var position = ReferenceVector(0, 0, 0)
  /// How often a step exceeded `maximumTimeStep`.
  public private(set) var gapCount = 0
  private var lastTime: Double?

  /// An integrator at the origin, at rest, that has seen no sample.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// What one sample did.
  public enum Step: Equatable, Sendable {
    /// No step: the first sample, or a time that did not grow.
    case none
    /// A regular step of so many seconds.
    case regular(Double)
    /// A gap of so many seconds: the state was set to 0.
    case gap(Double)

    /// The time since the sample before, s; 0 where there was none or it did not grow.
    public var duration: Double {
      switch self {
      case .none: 0
      case .regular(let duration), .gap(let duration): duration
      }
    }
  }

  /// Takes the sample of `time` (s) with `acceleration` (m/s², reference frame, gravity removed).
  @discardableResult
  public mutating func push(time: Double, acceleration: ReferenceVector) -> Step {
    defer { lastTime = time }
    guard let lastTime, time > lastTime else { return .none }
    let duration = time - lastTime
    guard duration <= parameters.maximumTimeStep else {
      gapCount += 1
      reset()
      return .gap(duration)
    }
    advance(by: duration, acceleration: acceleration)
    return .regular(duration)
  }

  /// Velocity and position become 0; the clock goes on.
  public mutating func reset() {
    velocity = ReferenceVector(0, 0, 0)
    position = ReferenceVector(0, 0, 0)
  }

  /// A zero-velocity update: the velocity becomes 0 and the position moves by `correction` (m).
  public mutating func stop(moving correction: ReferenceVector) {
    velocity = ReferenceVector(0, 0, 0)
    position = Self.clamped(position + correction)
  }

  /// One step of `duration` (s > 0), whatever the clock says.
  public mutating func advance(by duration: Double, acceleration: ReferenceVector) {
    let alpha = parameters.damping
    let fade = exp(-alpha * duration)
    switch parameters.rule {
    case .halfStep:
      let half = acceleration * (duration / 2)
      let halfFade = exp(-alpha * duration / 2)
      let middle = halfFade * velocity + half
      position = fade * position + middle * duration
      velocity = halfFade * middle + half
    case .euler:
      velocity = fade * velocity + acceleration * duration
      position = fade * position + velocity * duration
    }
    velocity = Self.shrunk(velocity, by: parameters.velocityShrinking * duration)
    position = Self.shrunk(position, by: parameters.positionShrinking * duration)
    velocity = Self.clamped(velocity)
    position = Self.clamped(position)
  }

  private static func shrunk(_ v: ReferenceVector, by loss: Double) -> ReferenceVector {
    let length = v.length
    guard loss > 0, length > 0 else { return v }
    return v * (max(length - loss, 0) / length)
  }

  private static func clamped(_ v: ReferenceVector) -> ReferenceVector {
    v.clamped(
      lowerBound: ReferenceVector(repeating: -bound), upperBound: ReferenceVector(repeating: bound))
  }
}
