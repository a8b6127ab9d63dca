import QuillonNumerics

/// Remembers when the hand has rested last: for 16 samples hardly accelerated, root mean square below 0.6 m/s²,
/// and none of them turned by 0.35 rad/s.
///
/// Around real letters there is such a moment within 0.6 s on either side. What a rate says that is not known
/// is not held against rest.
public struct HandStationaryDetector: Sendable {
  private var slow: UInt8 = 0
  private var hasRested = false
  /// When it rested last, µs modulo 2³²; of no meaning before the first rest.
  private var time: UInt32 = 0

  /// Half of 0.6², UQ16.16.
  private static var greatestEnergy: UInt32 { 11_796 }
  /// 0.35², UQ12.20.
  private static var greatestTurning: UInt32 { 128_451 }

  /// A hand of which nothing is known.
  public init() {}

  /// Takes a sample: half the mean of |a|² over the last 16, m²/s⁴, UQ16.16; |ω|², rad²/s², UQ12.20; its time, µs.
  public mutating func observe(recentEnergy: UInt32, turning: UInt32, at time: UInt32) {
    slow = turning < Self.greatestTurning ? Swift.min(slow &+ 1, 16) : 0
    guard slow == 16, recentEnergy < Self.greatestEnergy else { return }
    (hasRested, self.time) = (true, time)
  }

  /// How long before `time`, µs, it rested last: negative if since then, the greatest number if never or
  /// longer than half an hour ago.
  public func age(at time: UInt32) -> Int32 {
    guard hasRested else { return .max }
    return Int32(bitPattern: time &- self.time)
  }

  /// Time is not known to have gone on evenly.
  public mutating func reset() { self = Self() }
}

/// |ω|², rad²/s², UQ12.20, of an angular rate, each component clamped to ±32 rad/s: Q5.10 × Q5.10 = Q.20, three
/// terms below 2³²; 0 where it is not known.
public func squaredTurning(_ rate: Vector3<25>?) -> UInt32 {
  guard let rate else { return 0 }
  return squaredNorm(
    quarterWord(rate.x.bits), quarterWord(rate.y.bits), quarterWord(rate.z.bits))
}
