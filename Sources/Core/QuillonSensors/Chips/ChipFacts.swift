/// What a program has to know of a chip as its driver sets it up.
public struct ChipFacts: Sendable {
  /// Its name, at most 16 bytes.
  public let name: StaticString
  /// The time between two samples, µs, rounded. The chip's own clock differs from it by a few percent.
  public let period: UInt16
  /// The samples a second, rounded.
  public let sampleRate: UInt16
  /// The greatest specific force, g.
  public let forceRange: UInt16
  /// The greatest angular rate, °/s.
  public let rateRange: UInt16
  /// How long after a look the next one is due without an edge, µs: one and a quarter periods; of a chip without a FIFO not quite one,
  /// because a board wakes each millisecond or two; of a chip with messages less, because one that was looked for too soon comes late.
  public let lookInterval: UInt16
  /// A count of the specific force, m/s², Q23 (2⁻²³ m/s²).
  public let forceStep: UInt16
  /// A count of the angular rate, rad/s, Q25 (2⁻²⁵ rad/s).
  public let rateStep: UInt16

  /// The facts of a chip at ±2000°/s, and at ±8 g unless `forceRange` differs. A chip without a FIFO gives its newest sample
  /// whenever it is asked.
  @inline(__always)
  public init(
    name: StaticString, period: UInt16, sampleRate: UInt16, forceRange: UInt16 = 8,
    forceStep: UInt16, rateStep: UInt16, hasFIFO: Bool = true, lookInterval: UInt16? = nil
  ) {
    self.name = name
    self.period = period
    self.sampleRate = sampleRate
    self.forceRange = forceRange
    rateRange = 2000
    self.lookInterval =
      lookInterval ?? (hasFIFO ? period &+ period &>> 2 : period &- period &>> 5)
    self.forceStep = forceStep
    self.rateStep = rateStep
  }
}

/// Steps of the usual scales, rounded; the error is below 2.5 · 10⁻⁵, far below the tolerance of any chip.
enum SensorStep {
  /// 1/4096 g: 9.80665 / 4096 · 2²³ = 20084.02.
  static let gravityPer4096: UInt16 = 20_084
  /// 0.244 mg: 0.000244 · 9.80665 · 2²³ = 20072.45.
  static let milligravity0244: UInt16 = 20_072
  /// 0.5 mg: 0.0005 · 9.80665 · 2²³ = 41132.05.
  static let milligravityHalf: UInt16 = 41_132
  /// 0.488 mg: twice as much as 0.244 mg.
  static let milligravity0488: UInt16 = 40_145
  /// 1/16.4 °/s: π/180 / 16.4 · 2²⁵ = 35709.47.
  static let degreePer16400: UInt16 = 35_709
  /// 1/16.384 °/s: π/180 / 16.384 · 2²⁵ = 35744.34.
  static let degreePer16384: UInt16 = 35_744
  /// 1/16 °/s: π/180 / 16 · 2²⁵ = 36602.21.
  static let degreePer16: UInt16 = 36_602
  /// 2⁻⁸ m/s²: 2⁻⁸ · 2²³, exact.
  static let eighthBit: UInt16 = 32_768
  /// 2⁻⁹ rad/s: 2⁻⁹ · 2²⁵ = 65,536, the greatest step being 65,535.
  static let ninthBit: UInt16 = 65_535
  /// 70 m°/s: π/180 · 0.07 · 2²⁵ = 40994.47.
  static let millidegree70: UInt16 = 40_994
}
