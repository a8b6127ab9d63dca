/// Detects that the board lies still: the acceleration has stayed near an anchor value for long
/// enough.
public struct ReferenceStationaryDetector: Equatable, Sendable {
  /// The parameters that a user can set.
  public struct Parameters: Equatable, Sendable {
    /// The largest difference of each component of the acceleration from the anchor, m/s².
    public var accelerationThreshold: Double
    /// The largest magnitude of each component of the angular rate, rad/s.
    public var rateThreshold: Double
    /// How long both conditions must hold, s.
    public var period: Double

    /// Parameters from their values.
    public init(accelerationThreshold: Double, rateThreshold: Double, period: Double) {
      self.accelerationThreshold = accelerationThreshold
      self.rateThreshold = rateThreshold
      self.period = period
    }
  }

  /// The parameters in use.
  public let parameters: Parameters
  /// How long both conditions have held, s.
  public private(set) var duration = 0.0
  private var anchor: ReferenceVector?

  /// A detector without any samples yet.
  public init(_ parameters: Parameters) { self.parameters = parameters }

  /// Accepts a sample `step` seconds after the previous one (0 if unknown): its acceleration (m/s²,
  /// reference frame) and, where known, its angular rate (rad/s). Returns true when the board is at
  /// rest.
  public mutating func push(
    step: Double, acceleration: ReferenceVector, angularRate: ReferenceVector?
  ) -> Bool {
    if let anchor,
      Self.magnitude(acceleration - anchor) <= parameters.accelerationThreshold,
      angularRate.map({ Self.magnitude($0) <= parameters.rateThreshold }) ?? true
    {
      duration += step
    } else {
      anchor = acceleration
      duration = 0
    }
    return duration >= parameters.period
  }

  /// The largest component's absolute value.
  private static func magnitude(_ v: ReferenceVector) -> Double {
    max(abs(v.x), abs(v.y), abs(v.z))
  }
}
