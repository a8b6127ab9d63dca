import QuillonNumerics

/// Collects the time and net movement of each zone of the unit square, point by point.
public struct ZoneAccumulator: Sendable {
  private var zones = InlineArray<9, Zone>(repeating: Zone())
  private var (x, y): (Int32, Int32) = (0, 0)
  private var isEmpty = true

  /// Ticks, and net movement to the right and down, Q1.14. 1,000 movements of at most 1 stay below
  /// 2²⁴.
  private struct Zone: Sendable {
    var ticks: UInt32 = 0
    var (x, y): (Int32, Int32) = (0, 0)
  }

  /// An accumulator without points.
  public init() {}

  /// Adds the next point: its position in the unit square, Q1.14, and the ticks since the one
  /// before.
  ///
  /// The segment between the two points belongs to the zone of its midpoint. With s = x₀ + x₁,
  /// twice the midpoint in Q1.14, the column is the number of the bounds ⅓ and ⅔ with 3 s ≥ bound ·
  /// 2¹⁵. This is exact in integers. Net movements are sums of differences of Q1.14 and exact.
  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32) {
    if isEmpty {
      isEmpty = false
    } else {
      let zone = Self.third(self.x &+ x) &+ 3 &* Self.third(self.y &+ y)
      zones[unchecked: zone].ticks &+= ticks
      zones[unchecked: zone].x &+= x &- self.x
      zones[unchecked: zone].y &+= y &- self.y
      assert(zones[unchecked: zone].x.magnitude < 1 << 24)
      assert(zones[unchecked: zone].y.magnitude < 1 << 24)
    }
    (self.x, self.y) = (x, y)
  }

  /// The features of the stroke.
  var features: ZoneFeatures {
    mutating get {
      var total: UInt32 = 0
      for zone in 0..<9 { total &+= zones[unchecked: zone].ticks }
      var features = ZoneFeatures()
      let reciprocal = Reciprocal(of: total)
      for zone in 0..<9 {
        let sum = zones[unchecked: zone]
        let share: Fixed<14> =
          reciprocal?.quotient(of: Int32(truncatingIfNeeded: sum.ticks)) ?? .zero
        features.store(share.bits, at: 3 &* zone)
        features.store(sum.x, at: 3 &* zone &+ 1)
        features.store(sum.y, at: 3 &* zone &+ 2)
      }
      features[27] = 1 &<< 14
      return features
    }
  }

  /// The third of the unit interval, 0…2, that contains a midpoint. `twice` is twice the midpoint.
  @inline(__always)
  private static func third(_ twice: Int32) -> Int {
    Swift.min(Int(truncatingIfNeeded: (3 &* twice) &>> 15), 2)
  }
}
