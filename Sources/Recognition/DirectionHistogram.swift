/// How much of a path runs in each of eight directions, by zones of a `side` × `side` grid over the box.
///
/// Number 8 · (row · side + column) + direction; direction 0 is right, 2 down, 4 left, 6 up, the odd
/// ones the diagonals between. A piece (dx, dy) goes to the two directions beside its own, without an
/// angle: max − min of the magnitudes to the axis, √2 min to the diagonal. Each of these is shared by the
/// four zones whose centers are nearest to its middle, so that nothing jumps when a line moves a
/// little.
struct DirectionHistogram<let side: Int, let size: Int> {
  /// Lengths, Q1.14: 32 pieces of less than 2 stay below 2²⁰.
  var sums = InlineArray<size, Int32>(repeating: 0)

  /// Adds piece `index` of the path.
  ///
  /// √2 min: Q1.14 × Q1.14 = Q.28, one term below 2²⁹, rounded to Q1.14.
  mutating func add(_ path: inout SampledPath, _ index: Int) {
    let (dx, dy) = path.way(from: index, to: index &+ 1)
    let a = dx < 0 ? 0 &- dx : dx
    let b = dy < 0 ? 0 &- dy : dy
    let axis = a > b ? (dx < 0 ? 4 : 0) : (dy < 0 ? 6 : 2)
    let diagonal = dx < 0 ? (dy < 0 ? 5 : 3) : (dy < 0 ? 7 : 1)
    let straight = Swift.max(a, b) &- Swift.min(a, b)
    let slanted = (Swift.min(a, b) &* 23_170 &+ 0x2000) &>> 14
    let across = Cells(path.xs[unchecked: index], path.xs[unchecked: index &+ 1])
    let down = Cells(path.ys[unchecked: index], path.ys[unchecked: index &+ 1])
    for cell in 0..<4 {
      let (right, below) = (cell & 1, cell &>> 1)
      let zone = (down.first &+ below) &* side &+ across.first &+ right
      // Q0.14 × Q0.14 = Q.28, one term of at most 2²⁸, → Q0.14; then × Q1.14 = Q.28, below 2²⁹.
      let share = (across.share(right) &* down.share(below)) &>> 14
      sums[unchecked: 8 &* zone &+ axis] &+= (straight &* share &+ 0x2000) &>> 14
      sums[unchecked: 8 &* zone &+ diagonal] &+= (slanted &* share &+ 0x2000) &>> 14
    }
  }

  /// The two cells of an axis between whose centers a point lies, and how it is shared.
  private struct Cells {
    /// The first of them, 0…side − 2.
    let first: Int
    /// The share of the second, Q0.14.
    let second: Int32

    /// The middle of two coordinates, Q1.14 within 0…1, in units of a cell less half a cell:
    /// `side` · (a + b)/2 − ½, clamped between the centers of the outermost cells.
    @inline(__always)
    init(_ a: Int16, _ b: Int16) {
      let sum = Int32(truncatingIfNeeded: a) &+ Int32(truncatingIfNeeded: b)
      let cells = Int32(truncatingIfNeeded: side)
      let position = Swift.max((cells &* sum &- 1 &<< 14) &>> 1, 0)
      let whole = Swift.min(position &>> 14, cells &- 2)
      first = Int(truncatingIfNeeded: whole)
      second = Swift.min(position &- whole &<< 14, 1 &<< 14)
    }

    @inline(__always)
    func share(_ index: Int) -> Int32 { index == 0 ? 1 &<< 14 &- second : second }
  }
}
