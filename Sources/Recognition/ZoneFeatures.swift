import FixedPoint
import Ink

/// The 27 + 1 numbers that a stroke is recognized by: for each cell of a 3 × 3 grid over the unit square
/// the share of the writing time spent there and the net movement to the right and down made there.
///
/// Zone z = column + 3 · row. Value 3z is the share of time, 3z + 1 the net x, 3z + 2 the net y; value
/// 27 is 1. All are Q1.14, clamped to ±2.
public struct ZoneFeatures: Sendable {
  /// How many values there are.
  public static var count: Int { 28 }

  /// The values two by two, the first of a pair in the low half: as a model's weights are stored.
  @usableFromInline var pairs = InlineArray<14, UInt32>(repeating: 0)

  /// All 0.
  @inlinable
  public init() {}

  /// The value at `index`, 0…27, Q1.14; reading any other gives 0, setting it changes nothing.
  public subscript(index: Int) -> Int16 {
    get {
      guard index >= 0, index < Self.count else { return 0 }
      let pair = pairs[unchecked: index &>> 1]
      return Int16(truncatingIfNeeded: index & 1 == 0 ? pair : pair &>> 16)
    }
    set {
      guard index >= 0, index < Self.count else { return }
      let pair = pairs[unchecked: index &>> 1]
      let other = Int16(truncatingIfNeeded: index & 1 == 0 ? pair &>> 16 : pair)
      pairs[unchecked: index &>> 1] =
        index & 1 == 0
        ? LinearModel.pair(newValue, other) : LinearModel.pair(other, newValue)
    }
  }

  /// The features of ink that has been rescaled.
  ///
  /// A segment between successive points belongs to the zone of its midpoint: with s = x₀ + x₁, twice
  /// the midpoint in Q1.14, the column is the number of the bounds ⅓ and ⅔ with 3 s ≥ bound · 2¹⁵,
  /// exact in integers. Net movements are sums of differences of Q1.14 and exact; a share of
  /// time is within 1 ulp. If no time has passed at all, every segment counts the same.
  @inlinable
  public init<let capacity: Int>(of stroke: inout StrokeBuffer<capacity>) {
    var sums = InlineArray<9, ZoneSums>(repeating: ZoneSums())
    var (total, segments): (UInt32, UInt32) = (0, 0)
    var previous: (x: Int32, y: Int32)?
    stroke.forEachPoint { x16, y16, ticks in
      let (x, y) = (Int32(truncatingIfNeeded: x16), Int32(truncatingIfNeeded: y16))
      if let (x0, y0) = previous {
        let zone = Self.third(x0 &+ x) &+ 3 &* Self.third(y0 &+ y)
        sums[unchecked: zone].add(x &- x0, y &- y0, ticks)
        total &+= ticks
        segments &+= 1
      }
      previous = (x, y)
    }
    self.init()
    let divisor = total > 0 ? total : segments
    let reciprocal = Reciprocal(of: divisor)
    for zone in 0..<9 {
      let sum = sums[unchecked: zone]
      let time = total > 0 ? sum.ticks : sum.segments
      let share: Fixed<14> =
        reciprocal?.quotient(of: Int32(truncatingIfNeeded: time)) ?? .zero
      self[3 &* zone] = Self.clamped(share.bits)
      self[3 &* zone &+ 1] = Self.clamped(sum.x)
      self[3 &* zone &+ 2] = Self.clamped(sum.y)
    }
    self[27] = 1 &<< 14
  }

  /// The third of the unit interval, 0…2, that a midpoint lies in, from twice the midpoint.
  @inlinable @inline(__always)
  static func third(_ twice: Int32) -> Int {
    let triple = 3 &* twice
    return triple < 1 &<< 15 ? 0 : triple < 1 &<< 16 ? 1 : 2
  }

  @inlinable @inline(__always)
  static func clamped(_ value: Int32) -> Int16 {
    Int16(truncatingIfNeeded: Swift.min(Swift.max(value, -32_768), 32_767))
  }
}

/// What one zone has collected. 1,024 segments of at most 1 stay below 2²⁴ in Q1.14.
@usableFromInline
struct ZoneSums: Sendable {
  @usableFromInline var x: Int32 = 0
  @usableFromInline var y: Int32 = 0
  @usableFromInline var ticks: UInt32 = 0
  @usableFromInline var segments: UInt32 = 0

  @usableFromInline init() {}

  @inlinable @inline(__always)
  mutating func add(_ dx: Int32, _ dy: Int32, _ newTicks: UInt32) {
    x &+= dx
    y &+= dy
    ticks &+= newTicks
    segments &+= 1
  }
}
