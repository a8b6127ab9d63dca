import QuillonNumerics

/// The last 32 linear accelerations of a board and their time steps. They give the recent energy of
/// the motion, and they allow the last third of a second to be replayed.
public struct MotionHistory: Sendable {
  /// How many steps are stored.
  public static var capacity: Int { 32 }

  /// Two words per step: x in the low half and y in the high half, then z and the time.
  /// Accelerations, m/s², are Q7.8, clamped to ±128. The time is in units of 2 µs, up to 131 ms.
  private var words = InlineArray<64, UInt32>(repeating: 0)
  private var newest = 0
  /// The mean of |a|² over the last 32 steps, m²/s⁴, UQ16.16. Steps before the first count as 0.
  public private(set) var energy: UInt32 = 0
  /// Half the mean of |a|² over the last 16 steps, m²/s⁴, UQ16.16.
  public private(set) var recentEnergy: UInt32 = 0
  /// |a|² / 32 of the newest step, m²/s⁴, UQ16.16.
  public var newestEnergy: UInt32 { mutating get { energy(0) } }

  /// An empty history.
  public init() {}

  /// Adds the next step: a linear acceleration, m/s², always in the same frame, and its time.
  ///
  /// The sums are exact in integers: a step subtracts exactly what it has added. 32 · |a|²/32 is
  /// below 2³².
  public mutating func push(_ acceleration: Vector3<23>, microseconds: UInt32) {
    newest = (newest &+ 1) & 31
    let left = energy(31 &+ 1)
    words[unchecked: 2 &* newest] = Self.pair(
      quarterWord(acceleration.x.bits), quarterWord(acceleration.y.bits))
    words[unchecked: 2 &* newest &+ 1] = Self.pair(
      quarterWord(acceleration.z.bits),
      Int16(truncatingIfNeeded: Swift.min(microseconds &>> 1, 65_535)))
    let added = newestEnergy
    assert(energy >= left && !(energy &- left).addingReportingOverflow(added).overflow)
    energy = energy &+ added &- left
    recentEnergy = recentEnergy &+ added &- energy(16)
  }

  private static func pair(_ low: Int16, _ high: Int16) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt16(bitPattern: low))
      | UInt32(truncatingIfNeeded: UInt16(bitPattern: high)) &<< 16
  }

  /// Removes all steps.
  public mutating func clear() {
    for place in 0..<2 &* Self.capacity { words[unchecked: place] = 0 }
    (energy, recentEnergy) = (0, 0)
  }

  /// |a|² / 32, UQ16.16, of the step `back` steps ago: three squares of Int16, below 2³² in sum.
  private mutating func energy(_ back: Int) -> UInt32 {
    let (xy, z) = step(back)
    return squaredNorm(
      Int16(truncatingIfNeeded: xy), Int16(truncatingIfNeeded: xy &>> 16),
      Int16(truncatingIfNeeded: z)) &>> 5
  }

  private mutating func step(_ back: Int) -> (xy: UInt32, zTime: UInt32) {
    let place = 2 &* ((newest &- back) & 31)
    return (words[unchecked: place], words[unchecked: place &+ 1])
  }

  /// The acceleration `back` steps ago, 0…31, m/s², within 2⁻⁹ of the original.
  public mutating func acceleration(_ back: Int) -> Vector3<23> {
    let (xy, z) = step(back)
    return Vector3(
      Fixed(bits: Int32(bitPattern: xy &<< 16) &>> 1),
      Fixed(bits: Int32(bitPattern: xy & 0xFFFF_0000) &>> 1),
      Fixed(bits: Int32(bitPattern: z &<< 16) &>> 1))
  }

  /// The time step `back` steps ago, 0…31, µs.
  public mutating func microseconds(_ back: Int) -> UInt32 { (step(back).zTime &>> 16) &<< 1 }

  /// The duration of the newest `count` steps, 0…32, µs.
  @inline(never)
  public mutating func duration(of count: Int) -> UInt32 {
    var sum: UInt32 = 0
    var back = 0
    while back < count {
      sum &+= microseconds(back)
      back &+= 1
    }
    return sum
  }

  /// The velocity change of the 32 steps, ∫ a dt, m/s.
  ///
  /// a Δt: Q8.23 × Q0.32 = Q.55, one term. Each is at most 128 · 0.131, and 32 of them are below
  /// 2¹⁰. So the sum saturates at ±256 only if the velocity has saturated.
  public var impulse: Vector3<23> {
    mutating get {
      var sum = Vector3<23>.zero
      for back in 0..<Self.capacity {
        let time = StepClock.seconds(microseconds(back))
        sum = sum.addingWithSaturation(acceleration(back).multiplied(by: time))
      }
      return sum
    }
  }
}

/// Q8.23 → Q7.8, rounded and clamped. The same function converts Q6.25 → Q5.10.
func quarterWord(_ bits: Int32) -> Int16 {
  let rounded = bits &>> 15 &+ (bits &>> 14) & 1
  return Int16(truncatingIfNeeded: Swift.min(Swift.max(rounded, -32_768), 32_767))
}

/// x² + y² + z², below 2³².
func squaredNorm(_ x: Int16, _ y: Int16, _ z: Int16) -> UInt32 {
  let (x, y, z) = (
    Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y), Int32(truncatingIfNeeded: z)
  )
  return UInt32(bitPattern: x &* x) &+ UInt32(bitPattern: y &* y) &+ UInt32(bitPattern: z &* z)
}
