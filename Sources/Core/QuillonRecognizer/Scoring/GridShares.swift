/// Splits a point among the four zones of a grid whose centers are nearest to it. This way no
/// feature jumps when a line moves a little.
struct GridShares {
  private let side: Int
  private let across: Cells
  private let down: Cells

  /// The shares of the point (x/2, y/2) among `side` × `side` zones. x and y are Q1.14 within 0…2.
  init(side: Int32, twiceX x: Int32, twiceY y: Int32) {
    self.side = Int(truncatingIfNeeded: side)
    across = Cells(x, side)
    down = Cells(y, side)
  }

  /// Part `index`, 0…3, of the point: its zone `row · side + column`, and its share, Q0.14.
  ///
  /// Q0.14 × Q0.14 = Q.28, one term of at most 2²⁸, → Q0.14.
  @inline(__always)
  subscript(_ index: Int) -> (zone: Int, share: Int32) {
    assert(Int64(across.share(index & 1)) * Int64(down.share(index >> 1)) <= 1 << 28)
    let (right, below) = (index & 1, index &>> 1)
    return (
      (down.first &+ below) &* side &+ across.first &+ right,
      (across.share(right) &* down.share(below)) &>> 14
    )
  }

  /// The two cells of an axis whose centers enclose a point.
  private struct Cells {
    /// The first of them, 0…side − 2.
    let first: Int
    /// The share of the second, Q0.14.
    let second: Int32

    /// Half of `twice` in units of a cell, minus half a cell. Clamped between the centers of the
    /// outermost cells.
    init(_ twice: Int32, _ cells: Int32) {
      let position = Swift.max((cells &* twice &- 1 &<< 14) &>> 1, 0)
      let whole = Swift.min(position &>> 14, cells &- 2)
      first = Int(truncatingIfNeeded: whole)
      second = Swift.min(position &- whole &<< 14, 1 &<< 14)
    }

    @inline(__always)
    func share(_ index: Int) -> Int32 { index == 0 ? 1 &<< 14 &- second : second }
  }
}
