/// Tells when the board lies still: the acceleration has stayed near an anchor for long enough.
public struct ReferenceStationaryDetector: Equatable, Sendable {
  /// What a user tunes.
  public struct Parameters: Equatable, Sendable {
    /// How far each component of the acceleration may stray from the anchor, m/s².
    public var accelerationThreshold: Double
    /// How large each component of the angular rate may be, rad/s.
    public var rateThreshold: Double
    /// How long both must hold, s.
    public var period: Double

    /// Parameters from their values.
    public init(accelerationThreshold: Double, rateThreshold: Double, period: Double) {
      self.accelerationThreshold = accelerationThreshold
      self.rateThreshold = rateThreshold
      self.period = period
    }
  }

  /// The parameters in force.
  public let parameters: Parameters
  /// For how long the anchor has held, s.
  public private(set) var duration = 0.0
  private var anchor: ReferenceVector?

  /// A detector that has seen no sample.
  public init(_ parameters: Parameters) { self.parameters = parameters }

  /// Takes a sample `step` seconds after the one before (0 if unknown): its acceleration (m/s²,
  /// reference frame) and, where known, its angular rate (rad/s). True when the board is at rest.
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
