import QuillonNumerics

/// Checks whether gyroscope and accelerometer agree about axes and handedness, while the board is
/// rotated.
///
/// Gravity is constant in the world, so in the body it turns against the gyroscope: df/dt = f × ω.
/// Two successive directions give f₁ × f₀ ≈ ω⊥ Δt, the part of the rotation that gravity shows,
/// however the gyroscope's axes are mounted. Among the 48 signed permutations of its axes, the
/// right one maximizes Σ (f₁ × f₀)·P ω. Any other vector that is constant in the world works as
/// well, such as the magnetic field.
///
/// A sensor with all three axes negated gives the same rotation. This check can't detect that, but
/// a board lying on a table can.
public struct AxisCheck: Sendable {
  /// Σ (f₁ × f₀)ᵢ ωⱼ, Q.35, row by row.
  private var correlation = InlineArray<9, Int64>(repeating: 0)
  private var before: Vector3<30>?
  /// The number of samples that counted; stops at 2²⁰.
  private var count: Int32 = 0

  /// A check without samples.
  public init() {}

  /// The result of the check.
  public struct Result: Equatable, Sendable {
    /// The axis map of the gyroscope that makes it agree with the other sensor.
    public var gyroscopeAxes: AxisMap
    /// By how much the best map's score exceeds the next one's, divided by the best score: 0…1,
    /// Q1.30. About ½ after similar amounts of turning about all axes. 0 while one axis has not
    /// been turned about.
    public var margin: Fixed<30>

    /// True if the result is reliable: a margin of at least 0.2.
    public var isClear: Bool { margin >= Fixed(bits: 214_748_365) }
  }

  /// Adds a sample: a vector that is constant in the world, such as the specific force, and the
  /// angular rate, rad/s. Samples with a rate beyond ±32 rad/s, or with a vector that turns by more
  /// than 30° at once, are ignored.
  public mutating func add<let f: Int>(_ vector: Vector3<f>, rate: Vector3<25>) {
    guard let direction = vector.normalized else { return }
    defer { before = direction }
    guard let before, count < 1 &<< 20, rate.isWithin(Fixed(bits: 1 &<< 30)) else { return }
    // Q1.30 × Q1.30 = Q2.60, two terms of at most 1; → Q.20.
    let turn: Vector3<20> = direction.cross(before)
    guard turn.isWithin(Fixed(bits: 1 &<< 19)) else { return }
    count &+= 1
    add(turn.x, rate, row: 0)
    add(turn.y, rate, row: 1)
    add(turn.z, rate, row: 2)
  }

  /// Q.20 below ½ × Q.15 below 32 = Q.35, one term below 2³⁹; 2²⁰ terms below 2⁵⁹.
  private mutating func add(_ turn: Fixed<20>, _ rate: Vector3<25>, row: Int) {
    let coarse = Vector3<15>(rate.x.converted(), rate.y.converted(), rate.z.converted())
    assert(turn.bits.magnitude <= 1 << 19 && coarse.isWithin(Fixed(bits: 1 << 20)))
    correlation[unchecked: 3 &* row] &+= WideSum(turn.bits, times: coarse.x.bits).bits
    correlation[unchecked: 3 &* row &+ 1] &+= WideSum(turn.bits, times: coarse.y.bits).bits
    correlation[unchecked: 3 &* row &+ 2] &+= WideSum(turn.bits, times: coarse.z.bits).bits
  }

  /// The map that fits best; nil if no map makes the two sensors agree, for example before any
  /// rotation.
  public mutating func result() -> Result? {
    var best: (map: AxisMap, score: Int64) = (.identity, 0)
    var second: Int64 = 0
    for x in 0..<6 as Range<UInt8> {
      for y in 0..<6 as Range<UInt8> {
        for z in 0..<6 as Range<UInt8> {
          guard let map = Self.map(x, y, z) else { continue }
          let score = score(x, row: 0) &+ score(y, row: 1) &+ score(z, row: 2)
          if score > best.score {
            second = best.score
            best = (map, score)
          } else if score > second {
            second = score
          }
        }
      }
    }
    guard best.score > 0 else { return nil }
    // Both scores as 32-bit words of the same scale.
    let shift = Swift.max(34 &- best.score.leadingZeroBitCount, 0)
    let whole = Fixed<0>(bits: WideSum(bits: best.score).rounded(dropping: shift))
    let lead = Fixed<0>(bits: WideSum(bits: best.score &- second).rounded(dropping: shift))
    return Result(gyroscopeAxes: best.map, margin: lead.divided(by: whole))
  }

  private static func map(_ x: UInt8, _ y: UInt8, _ z: UInt8) -> AxisMap? {
    guard let x = AxisMap.Source(rawValue: x), let y = AxisMap.Source(rawValue: y),
      let z = AxisMap.Source(rawValue: z)
    else { return nil }
    return AxisMap(x: x, y: y, z: z)
  }

  private mutating func score(_ source: UInt8, row: Int) -> Int64 {
    let sum = correlation[unchecked: 3 &* row &+ Int(truncatingIfNeeded: source &>> 1)]
    return source & 1 == 0 ? sum : 0 &- sum
  }
}
