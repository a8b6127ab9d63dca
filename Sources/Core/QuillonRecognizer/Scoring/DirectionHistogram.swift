/// How much of a path runs in each of eight directions, in each zone of a grid over the box.
///
/// Value 8 · (row · side + column) + direction. Direction 0 is right, 2 down, 4 left, 6 up. The odd
/// ones are the diagonals between them. A segment (dx, dy) is split between the two directions next
/// to its own, without computing an angle: max − min of the magnitudes to the axis, √2 min to the
/// diagonal.
struct DirectionHistogram {
  /// Lengths, Q1.14: 32 segments of less than 2 stay below 2²⁰.
  private(set) var sums = InlineArray<72, Int32>(repeating: 0)
  private let side: Int32

  /// An empty histogram of `side` × `side` zones. `side` is 2 or 3.
  init(side: Int32) { self.side = side }

  /// Adds segment `index` of the path at its midpoint.
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
      assert(sums[unchecked: 8 &* zone &+ axis].magnitude < 1 << 20)
      assert(sums[unchecked: 8 &* zone &+ diagonal].magnitude < 1 << 20)
    }
  }
}
