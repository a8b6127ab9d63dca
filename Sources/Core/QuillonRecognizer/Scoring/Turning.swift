import QuillonNumerics

/// How far a path turns, and where: from the displacements of 16 chords of two segments each.
struct Turning {
  /// Turning to the right (y runs down) minus turning to the left, rad, Q6.25: 15 turns of at most
  /// π.
  private(set) var signed: Int32 = 0
  /// Turning in both directions, rad, Q6.25.
  private(set) var absolute: Int32 = 0
  /// Pen-down turning in each of 3 × 3 zones: to the right at 2z, to the left at 2z + 1; rad,
  /// Q6.25.
  private(set) var bends = InlineArray<18, Int32>(repeating: 0)

  /// Measures the turning of the path.
  init(_ path: inout SampledPath) {
    var last = path.way(from: 0, to: 2)
    for corner in 1..<16 {
      let way = path.way(from: 2 &* corner, to: 2 &* corner &+ 2)
      let turn = Self.turn(from: last, to: way)
      signed &+= turn
      assert(turn.magnitude <= 105_414_357)
      absolute &+= turn < 0 ? 0 &- turn : turn
      if path.isPenDown(2 &* corner &- 1) { bend(turn, at: path.point(2 &* corner)) }
      last = way
    }
  }

  /// Adds a turn to the zones around `point`.
  ///
  /// Q6.25 × Q0.14: the turn loses 13 bits first, so that the product, Q.26, stays below 2²⁸; →
  /// Q6.25.
  private mutating func bend(_ turn: Int32, at point: (x: Int32, y: Int32)) {
    let amount = (turn < 0 ? 0 &- turn : turn) &>> 13
    let shares = GridShares(side: 3, twiceX: point.x &<< 1, twiceY: point.y &<< 1)
    for part in 0..<4 {
      let (zone, share) = shares[part]
      assert(Int64(amount) * Int64(share) < 1 << 28)
      bends[unchecked: 2 &* zone &+ (turn > 0 ? 0 : 1)] &+= (amount &* share) &>> 1
    }
  }

  /// The angle between two displacements, rad, Q6.25; 0 if one has no length.
  ///
  /// Cross and dot product: Q1.14 × Q1.14 = Q.28, two terms of at most 2²⁸ each.
  private static func turn(
    from last: (x: Int32, y: Int32), to way: (x: Int32, y: Int32)
  ) -> Int32 {
    assert(Swift.max(last.x.magnitude, last.y.magnitude) <= 1 << 14)
    assert(Swift.max(way.x.magnitude, way.y.magnitude) <= 1 << 14)
    let cross = Fixed<28>(bits: last.x &* way.y &- last.y &* way.x)
    let dot = Fixed<28>(bits: last.x &* way.x &+ last.y &* way.y)
    return arctangent(y: cross, x: dot).bits &>> 4
  }
}
