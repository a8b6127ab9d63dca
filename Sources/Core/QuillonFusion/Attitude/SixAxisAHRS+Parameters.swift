import QuillonNumerics

extension SixAxisAHRS {
  /// The parameters of the filter. The defaults are those of Laidig and Seel (2023) and fit most
  /// sensors.
  public struct Parameters: Equatable, Sendable {
    /// The accelerometer's full scale, m/s²: a component that reaches it counts as clipped.
    public var forceFullScale: Fixed<23>
    /// The gyroscope's full scale, rad/s: a component that reaches it counts as clipped.
    public var rateFullScale: Fixed<25>
    /// The time constant of the average of gravity, s, 0.5…60. Longer for shaking hands, shorter
    /// for drifting gyroscopes.
    public var gravityTime: Fixed<16>
    /// The most that the rate may differ from its average at rest, rad/s, at most 0.062 (3.5°/s).
    public var restRateTolerance: Fixed<25>
    /// The most that the specific force may differ from its average at rest, m/s², at most 1.
    public var restForceTolerance: Fixed<23>
    /// How long the quiet must last to count as rest, µs; less than 1 counts as 1.
    public var restPeriod: Int32

    /// Parameters from their parts. The defaults are 3 s for gravity, and 2°/s, 0.5 m/s² and 1.5 s
    /// for rest.
    public init(
      forceFullScale: Fixed<23> = .max, rateFullScale: Fixed<25> = .max,
      gravityTime: Fixed<16> = Fixed(bits: 3 &<< 16),
      restRateTolerance: Fixed<25> = Fixed(bits: 1_171_271),
      restForceTolerance: Fixed<23> = Fixed(bits: 1 &<< 22), restPeriod: Int32 = 1_500_000
    ) {
      self.forceFullScale = forceFullScale
      self.rateFullScale = rateFullScale
      self.gravityTime = gravityTime
      self.restRateTolerance = restRateTolerance
      self.restForceTolerance = restForceTolerance
      self.restPeriod = restPeriod
    }
  }

  /// The coefficients that are computed from the parameters once.
  struct Coefficients: Equatable, Sendable {
    let gravity: LowPassCoefficients
    let stillness: SpecificForceStationaryDetector.Coefficients
    /// The smallest magnitude of a component that counts as clipped, in steps of its format.
    let forceFullScale: UInt32
    let rateFullScale: UInt32

    init(_ parameters: Parameters) {
      gravity = LowPassCoefficients(timeConstant: parameters.gravityTime)
      stillness = SpecificForceStationaryDetector.Coefficients(parameters)
      forceFullScale = parameters.forceFullScale.bits.magnitude
      rateFullScale = parameters.rateFullScale.bits.magnitude
    }
  }
}
