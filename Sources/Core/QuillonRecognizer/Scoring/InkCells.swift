import QuillonNumerics

/// The ink of a path, drawn into 16 × 16 cells without its slant and scaled to a square.
struct InkCells {
  /// The number of rows and of columns.
  static var side: Int { 16 }

  /// Bit x of row y is set if the cell in column x has ink.
  private(set) var rows = InlineArray<16, UInt16>(repeating: 0)

  /// Draws the pen-down segments. The work is bounded: 32 segments of at most 64 steps.
  init(_ path: inout SampledPath) {
    let slant = Self.slant(of: &path)
    var (left, right) = (Int32.max, Int32.min)
    for index in 0...SampledPath.segments {
      let x = Self.upright(path.point(index), slant)
      left = Swift.min(left, x)
      right = Swift.max(right, x)
    }
    // 1/max(width, ½), Q.14, ½…2.
    let scale: Fixed<14> = Fixed<14>.one.divided(
      by: Fixed<14>(bits: Swift.max(right &- left, 1 &<< 13)))
    var start = Self.placed(path.point(0), slant, left &+ right, scale.bits)
    for index in 0..<SampledPath.segments {
      let end = Self.placed(path.point(index &+ 1), slant, left &+ right, scale.bits)
      if path.isPenDown(index) { draw(from: start, to: end) }
      start = end
    }
  }

  /// The slant of the ink, Q1.14 within ±1: the covariance of x and y divided by the variance of y,
  /// computed over the midpoints of the pen-down segments. 0 if all ink is on one level.
  ///
  /// Midpoints are Q.10, 0…1, products Q.20. n Σxy and Σx Σy, n at most 32, are Q.20 of at most 2³⁰
  /// each.
  private static func slant(of path: inout SampledPath) -> Int32 {
    var (count, sumX, sumY, sumXY, sumYY): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    for index in 0..<SampledPath.segments where path.isPenDown(index) {
      let (start, end) = (path.point(index), path.point(index &+ 1))
      let (x, y) = ((start.x &+ end.x) &>> 5, (start.y &+ end.y) &>> 5)
      count &+= 1
      sumX &+= x
      sumY &+= y
      sumXY &+= x &* y
      sumYY &+= y &* y
    }
    assert(Int64(count) * Int64(sumXY) <= 1 << 30)
    assert(Int64(count) * Int64(sumYY) <= 1 << 30)
    assert(Int64(sumX) * Int64(sumY) <= 1 << 30)
    assert(Int64(sumY) * Int64(sumY) <= 1 << 30)
    let variance = count &* sumYY &- sumY &* sumY
    guard variance > 1 &<< 15 else { return 0 }
    let slant: Fixed<14> = Fixed<20>(bits: count &* sumXY &- sumX &* sumY)
      .divided(by: Fixed<20>(bits: variance))
    return Swift.min(Swift.max(slant.bits, -1 &<< 14), 1 &<< 14)
  }

  /// x without the slant: Q1.14 × Q1.14 = Q.28, one term of at most 2²⁷, rounded to Q1.14.
  private static func upright(_ point: (x: Int32, y: Int32), _ slant: Int32) -> Int32 {
    assert((Int64(slant) * Int64(point.y &- 1 &<< 13)).magnitude <= 1 << 27)
    return point.x &- (slant &* (point.y &- 1 &<< 13) &+ 0x2000) &>> 14
  }

  /// The position of a point in the grid of cells, Q1.14. Twice the distance from the middle, at
  /// most the width, × 1/max(width, ½) = Q.28, one term of at most 2²⁸, halved and rounded.
  private static func placed(
    _ point: (x: Int32, y: Int32), _ slant: Int32, _ twiceMiddle: Int32, _ scale: Int32
  ) -> (x: Int32, y: Int32) {
    let twice = 2 &* upright(point, slant) &- twiceMiddle
    return (1 &<< 13 &+ (twice &* scale &+ 0x4000) &>> 15, point.y)
  }

  /// Marks the cells of a line in 1, 2, 4 … 64 steps, each below half a cell.
  ///
  /// Displacement × step: Q1.14, at most 2¹⁴, × at most 2⁶.
  private mutating func draw(from start: (x: Int32, y: Int32), to end: (x: Int32, y: Int32)) {
    let (dx, dy) = (end.x &- start.x, end.y &- start.y)
    let longest = Swift.max(dx < 0 ? 0 &- dx : dx, dy < 0 ? 0 &- dy : dy)
    var bits: Int32 = 0
    while bits < 6 && longest &>> bits >= 1 &<< 9 { bits &+= 1 }
    for step in 0...(Int32(1) &<< bits) {
      mark(start.x &+ (dx &* step) &>> bits, start.y &+ (dy &* step) &>> bits)
    }
  }

  private mutating func mark(_ x: Int32, _ y: Int32) {
    let column = Swift.min(Swift.max(x &>> 10, 0), 15)
    let row = Swift.min(Swift.max(y &>> 10, 0), 15)
    rows[unchecked: Int(truncatingIfNeeded: row)] |=
      1 &<< UInt16(truncatingIfNeeded: column)
  }
}
