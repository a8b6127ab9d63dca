import QuillonNumerics

extension SixAxisAHRS {
  /// What a user chooses. The defaults are those of Laidig and Seel (2023) and fit most sensors.
  public struct Parameters: Equatable, Sendable {
    /// The accelerometer's full scale, m/s²: a component that reaches it counts as clipped.
    public var forceFullScale: Fixed<23>
    /// The gyroscope's full scale, rad/s: a component that reaches it counts as clipped.
    public var rateFullScale: Fixed<25>
    /// Over how long gravity is averaged, s, 0.5…60: longer for hands that shake, shorter for
    /// gyroscopes that drift.
    public var gravityTime: Fixed<16>
    /// How far the rate may lie from its average at rest, rad/s, at most 0.062 (3.5°/s).
    public var restRateTolerance: Fixed<25>
    /// How far the specific force may lie from its average at rest, m/s², at most 1.
    public var restForceTolerance: Fixed<23>
    /// How long the quiet must have lasted to count as rest, µs; less than 1 counts as 1.
    public var restPeriod: Int32

    /// Parameters from their parts. 3 s; 2°/s, 0.5 m/s² and 1.5 s.
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

  /// What is derived from the parameters once.
  struct Coefficients: Equatable, Sendable {
    let gravity: LowPassCoefficients
    let stillness: SpecificForceStationaryDetector.Coefficients
    /// The smallest magnitude of a component that counts as clipped.
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
