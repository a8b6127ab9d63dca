import Foundation

extension ReferencePath {
  /// The 44 concavity features of a path on a surface, in Double; `points` must not be empty.
  ///
  /// A cell has ink where a drawn line passes, which is followed in small steps.
  public static func concavities(of points: [Point]) -> [Double] {
    let path = upright(sampled(boxed(points)).points)
    let side = 16
    var ink = Set<Cell>()
    for (start, end) in zip(path, path.dropFirst()) where end.isPenDown {
      for step in 0...1_000 {
        let share = Double(step) / 1_000
        ink.insert(
          Cell(
            row: place(start.y + (end.y - start.y) * share, side),
            column: place(start.x + (end.x - start.x) * share, side)))
      }
    }
    let answers: [Set<Side>] = [
      [.left, .right], [.left, .above], [.right, .above], [.left, .right, .above],
      [.left, .below], [.right, .below], [.left, .right, .below], [.above, .below],
      [.left, .above, .below], [.right, .above, .below], [.left, .right, .above, .below],
    ]
    var sums = [Double](repeating: 0, count: 4 * answers.count)
    for row in 0..<side {
      for column in 0..<side where !ink.contains(Cell(row: row, column: column)) {
        let sides = Set(
          ink.compactMap { cell -> Side? in
            if cell.row == row { return cell.column < column ? .left : .right }
            if cell.column == column { return cell.row < row ? .above : .below }
            return nil
          })
        guard let answer = answers.firstIndex(of: sides) else { continue }
        let (x, y) = ((Double(column) + 0.5) / Double(side), (Double(row) + 0.5) / Double(side))
        for (zone, share) in shares(x, y, side: 2) { sums[4 * answer + zone] += share / 32 }
      }
    }
    return sums.map { min($0, 32_767.0 / 16_384) }
  }

  private enum Side { case left, right, above, below }

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private static func place(_ c: Double, _ cells: Int) -> Int {
    min(max(Int((c * Double(cells)).rounded(.down)), 0), cells - 1)
  }

  /// The path without its slant, and scaled to be as wide as it is high. A path narrower than half
  /// its height is not widened that far.
  private static func upright(_ path: [Point]) -> [Point] {
    let drawn = zip(path, path.dropFirst()).filter { $0.1.isPenDown }
    let middles = drawn.map { (x: ($0.0.x + $0.1.x) / 2, y: ($0.0.y + $0.1.y) / 2) }
    let count = Double(max(middles.count, 1))
    let meanX = middles.reduce(0) { $0 + $1.x } / count
    let meanY = middles.reduce(0) { $0 + $1.y } / count
    let covariance = middles.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } * count
    let variance = middles.reduce(0) { $0 + ($1.y - meanY) * ($1.y - meanY) } * count
    let slant = variance > 0x1p-5 ? min(max(covariance / variance, -1), 1) : 0
    let xs = path.map { $0.x - slant * ($0.y - 0.5) }
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    return zip(path, xs).map { point, x in
      Point(
        x: (x - (left + right) / 2) / max(right - left, 0.5) + 0.5, y: point.y,
        isPenDown: point.isPenDown)
    }
  }
}
