import FixedPoint

/// How far a path turns, from the ways of successive chords.
struct Turning {
  /// To the right (y runs down) less to the left, rad, Q6.25: 15 turns of at most π.
  private(set) var signed: Int32 = 0
  /// Either way, rad, Q6.25.
  private(set) var absolute: Int32 = 0
  private var last: (x: Int32, y: Int32)?

  /// Adds a chord, Q1.14; one without length does not turn.
  ///
  /// Cross and dot product: Q1.14 × Q1.14 = Q.28, two terms of at most 2²⁸ each.
  mutating func add(_ x: Int32, _ y: Int32) {
    guard x != 0 || y != 0 else { return }
    if let last {
      let cross = Fixed<28>(bits: last.x &* y &- last.y &* x)
      let dot = Fixed<28>(bits: last.x &* x &+ last.y &* y)
      let turn = arctangent(y: cross, x: dot).bits &>> 4
      signed &+= turn
      absolute &+= turn < 0 ? 0 &- turn : turn
    }
    last = (x, y)
  }
}
