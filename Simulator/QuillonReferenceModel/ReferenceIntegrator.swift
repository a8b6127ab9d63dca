import Foundation

/// Integrates acceleration to velocity and velocity to position, in the reference frame.
///
/// Damping makes errors of the distant past fade: dv/dt = a − αv, dx/dt = v − αx, step by step.
public struct ReferenceIntegrator: Equatable, Sendable {
  /// The rule by which one time step is computed.
  public enum Rule: Equatable, Sendable {
    /// Half of the velocity change comes before the position step, and half after it.
    case halfStep
    /// All of the velocity change comes before the position step.
    case euler
  }

  /// The parameters that a user can set.
  public struct Parameters: Equatable, Sendable {
    /// The rule of the time step.
    public var rule = Rule.halfStep
    /// α, 1/s, ≥ 0; 0 is no damping.
    public var damping = 0.0
    /// The speed lost per second, m/s², ≥ 0; 0 is none.
    public var velocityShrinking = 0.0
    /// The distance from the origin lost per second, m/s, ≥ 0; 0 is none.
    public var positionShrinking = 0.0
    /// The longest regular time step, s. A longer one means lost samples: velocity and position
    /// become 0.
    public var maximumTimeStep = 0.1

    /// The half-step rule without damping.
    public init() {}

    /// True if nothing is damped and nothing lost.
    public var isFree: Bool { damping == 0 && velocityShrinking == 0 && positionShrinking == 0 }
  }

  /// The bound of every component of velocity, m/s, and position, m. Larger magnitudes are clamped.
  public static let bound = 256.0

  /// The parameters in use.
  public let parameters: Parameters
  /// The velocity, m/s, reference frame.
  public private(set) var velocity = ReferenceVector(0, 0, 0)
  /// The position, m, reference frame.
  public private(set) var position = ReferenceVector(0, 0, 0)
  /// How many steps exceeded `maximumTimeStep`.
  public private(set) var gapCount = 0
  private var lastTime: Double?

  /// An integrator at the origin and at rest, without any samples yet.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// The effect of one sample.
  public enum Step: Equatable, Sendable {
    /// No step: this was the first sample, or the time did not increase.
    case none
    /// A regular step of this many seconds.
    case regular(Double)
    /// A gap of this many seconds. The state was set to 0.
    case gap(Double)

    /// The time since the previous sample, s; 0 where there was none or the time did not increase.
    public var duration: Double {
      switch self {
      case .none: 0
      case .regular(let duration), .gap(let duration): duration
      }
    }
  }

  /// Accepts the sample at `time` (s) with `acceleration` (m/s², reference frame, gravity removed).
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

  /// Sets velocity and position to 0. The clock is not changed.
  public mutating func reset() {
    velocity = ReferenceVector(0, 0, 0)
    position = ReferenceVector(0, 0, 0)
  }

  /// A zero-velocity update: sets the velocity to 0 and moves the position by `correction` (m).
  public mutating func stop(moving correction: ReferenceVector) {
    velocity = ReferenceVector(0, 0, 0)
    position = Self.clamped(position + correction)
  }

  /// Makes one step of `duration` (s > 0), without regard to the clock.
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
