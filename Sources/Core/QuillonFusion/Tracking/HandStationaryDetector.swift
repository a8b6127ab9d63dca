import QuillonNumerics

/// Remembers when the hand was last at rest. At rest means: over 16 samples the acceleration has a
/// root mean square below 0.6 m/s², and no sample has an angular rate of 0.35 rad/s or more.
///
/// Before and after real letters there is such a moment within 0.6 s. An unknown angular rate does
/// not prevent rest.
public struct HandStationaryDetector: Sendable {
  private var slow: UInt8 = 0
  private var hasRested = false
  /// When the hand was last at rest, µs modulo 2³²; invalid before the first rest.
  private var time: UInt32 = 0

  /// Half of 0.6², UQ16.16.
  private static var greatestEnergy: UInt32 { 11_796 }
  /// 0.35², UQ12.20.
  private static var greatestTurning: UInt32 { 128_451 }

  /// A detector without samples.
  public init() {}

  /// Processes a sample.
  ///
  /// - Parameters:
  ///   - recentEnergy: Half the mean of |a|² over the last 16 samples, m²/s⁴, UQ16.16.
  ///   - turning: |ω|², rad²/s², UQ12.20.
  ///   - time: µs modulo 2³².
  public mutating func observe(recentEnergy: UInt32, turning: UInt32, at time: UInt32) {
    slow = turning < Self.greatestTurning ? Swift.min(slow &+ 1, 16) : 0
    guard slow == 16, recentEnergy < Self.greatestEnergy else { return }
    (hasRested, self.time) = (true, time)
  }

  /// The time from the last rest to `time`, µs. Negative if the rest was later. `Int32.max` if
  /// there was none. Meaningful up to half an hour.
  public func age(at time: UInt32) -> Int32 {
    guard hasRested else { return .max }
    return Int32(bitPattern: time &- self.time)
  }

  /// Forgets the past. Call this if time may not have passed evenly.
  public mutating func reset() { self = Self() }
}

/// |ω|² of an angular rate, rad²/s², UQ12.20; 0 if the rate is unknown. Each component is clamped
/// to ±32 rad/s.
///
/// Q5.10 × Q5.10 = Q.20, three terms below 2³².
public func squaredTurning(_ rate: Vector3<25>?) -> UInt32 {
  guard let rate else { return 0 }
  return squaredNorm(
    quarterWord(rate.x.bits), quarterWord(rate.y.bits), quarterWord(rate.z.bits))
}
