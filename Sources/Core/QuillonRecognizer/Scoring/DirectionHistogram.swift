/// How much of a path runs in each of eight directions, by zones of a grid over the box.
///
/// Number 8 · (row · side + column) + direction; direction 0 is right, 2 down, 4 left, 6 up, the odd
/// ones the diagonals between. A piece (dx, dy) goes to the two directions beside its own, without an
/// angle: max − min of the magnitudes to the axis, √2 min to the diagonal.
struct DirectionHistogram {
  /// Lengths, Q1.14: 32 pieces of less than 2 stay below 2²⁰.
  private(set) var sums = InlineArray<72, Int32>(repeating: 0)
  private let side: Int32

  /// Of nothing yet, by `side` × `side` zones; `side` is 2 or 3.
  init(side: Int32) { self.side = side }

  /// Adds piece `index` of the path, where its middle lies.
  ///
  /// √2 min: Q1.14 × Q1.14 = Q.28, one term below 2²⁹, rounded to Q1.14. Length × share: Q1.14 × Q0.14 = Q.28,
  /// one term below 2²⁹, rounded to Q1.14.
  mutating func add(_ path: inout SampledPath, _ index: Int) {
    let (dx, dy) = path.way(from: index, to: index &+ 1)
    let a = dx < 0 ? 0 &- dx : dx
    let b = dy < 0 ? 0 &- dy : dy
    let axis = a > b ? (dx < 0 ? 4 : 0) : (dy < 0 ? 6 : 2)
    let diagonal = dx < 0 ? (dy < 0 ? 5 : 3) : (dy < 0 ? 7 : 1)
    let straight = Swift.max(a, b) &- Swift.min(a, b)
    let slanted = (Swift.min(a, b) &* 23_170 &+ 0x2000) &>> 14
    let (start, end) = (path.point(index), path.point(index &+ 1))
    let shares = GridShares(side: side, twiceX: start.x &+ end.x, twiceY: start.y &+ end.y)
    for part in 0..<4 {
      let (zone, share) = shares[part]
      sums[unchecked: 8 &* zone &+ axis] &+= (straight &* share &+ 0x2000) &>> 14
      sums[unchecked: 8 &* zone &+ diagonal] &+= (slanted &* share &+ 0x2000) &>> 14
    }
  }
}
