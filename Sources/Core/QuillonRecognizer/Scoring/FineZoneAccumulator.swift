import QuillonNumerics

/// Collects the features of 4 × 4 zones, point by point. For zone z = column + 4 · row, value 3z is
/// the share of the writing time spent there, 3z + 1 the net x, and 3z + 2 the net y. Value 48 is
/// 1. All are Q1.14.
public struct FineZoneAccumulator: Sendable {
  private var ticks = InlineArray<16, UInt32>(repeating: 0)
  private var xs = InlineArray<16, Int32>(repeating: 0)
  private var ys = InlineArray<16, Int32>(repeating: 0)
  private var last: (x: Int32, y: Int32)?

  /// An accumulator without points.
  public init() {}

  /// Adds a point of ink in the unit square, Q1.14, `newTicks` after the one before.
  ///
  /// A segment belongs to the zone of its midpoint. The sum of both ends is twice the midpoint in
  /// Q1.14, so dropping 13 bits gives the quarter. Net movements are exact: 1,024 segments of at
  /// most 1 stay below 2²⁴.
  public mutating func add(_ x: Int32, _ y: Int32, _ newTicks: UInt32) {
    if let last {
      let zone = Self.quarter(last.x &+ x) &+ 4 &* Self.quarter(last.y &+ y)
      ticks[unchecked: zone] &+= newTicks
      xs[unchecked: zone] &+= x &- last.x
      ys[unchecked: zone] &+= y &- last.y
      assert(xs[unchecked: zone].magnitude < 1 << 24 && ys[unchecked: zone].magnitude < 1 << 24)
    }
    last = (x, y)
  }

  /// The features of the points so far. A share is within 1 ulp. Without any time the shares are 0.
  public mutating func vector() -> FeatureVector {
    var total: UInt32 = 0
    for zone in 0..<16 { total &+= ticks[unchecked: zone] }
    let reciprocal = Reciprocal(of: total)
    var vector = FeatureVector()
    for zone in 0..<16 {
      let share: Fixed<14> =
        reciprocal?.quotient(of: Int32(truncatingIfNeeded: ticks[unchecked: zone])) ?? .zero
      vector.append(share.bits)
      vector.append(xs[unchecked: zone])
      vector.append(ys[unchecked: zone])
    }
    vector.append(1 &<< 14)
    return vector
  }

  /// The quarter of the unit interval, 0…3, that contains a midpoint. `twice` is twice the
  /// midpoint.
  @inline(__always)
  private static func quarter(_ twice: Int32) -> Int {
    Int(truncatingIfNeeded: Swift.min(Swift.max(twice &>> 13, 0), 3))
  }
}
