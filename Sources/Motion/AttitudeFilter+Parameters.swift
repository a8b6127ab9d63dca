import FixedPoint

extension AttitudeFilter {
  /// What a user chooses. The defaults are those of Laidig and Seel (2023) and fit any sensor.
  public struct Parameters: Equatable, Sendable {
    /// True: the magnetic field corrects the heading (9 axes). False: 6 axes.
    public var usesField: Bool
    /// The accelerometer's full scale, m/s²: a component that reaches it counts as clipped.
    public var forceFullScale: Fixed<23>
    /// The gyroscope's full scale, rad/s: a component that reaches it counts as clipped.
    public var rateFullScale: Fixed<25>

    /// Parameters from their parts.
    public init(
      usesField: Bool = false, forceFullScale: Fixed<23> = .max, rateFullScale: Fixed<25> = .max
    ) {
      self.usesField = usesField
      self.forceFullScale = forceFullScale
      self.rateFullScale = rateFullScale
    }
  }

  /// How far the start-up has come.
  public enum Status: Equatable, Sendable {
    /// No attitude yet.
    case starting(Reason)
    /// There is an attitude, but it may still move without the board moving.
    case converging(Reason)
    /// All estimates have settled.
    case ready
  }

  /// What a filter that is not ready waits for.
  public enum Reason: UInt8, Sendable {
    /// No sample has come.
    case noSample
    /// The accelerometer reads nothing, or is clipped.
    case noForce
    /// Gravity has not been averaged for its time constant yet, after the start or after a gap.
    case gravity
    /// The gyroscope's bias is not known yet: let the board rest, or keep turning it.
    case bias
    /// The heading has not been averaged for its time constant yet, or the field is disturbed.
    case heading
  }
}
