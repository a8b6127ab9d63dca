import Foundation

/// The path features in Double, written from their definition.
public enum ReferencePath {
  /// A point of ink in the unit square, with y down, and whether the pen was down on the way to it.
  public struct Point: Equatable, Sendable {
    /// The horizontal coordinate, to the right.
    public var x: Double
    /// The vertical coordinate, downward.
    public var y: Double
    /// True when the pen was down on the way to this point. The first point's value is ignored.
    public var isPenDown: Bool

    /// A point from its parts.
    public init(x: Double, y: Double, isPenDown: Bool = true) {
      self.x = x
      self.y = y
      self.isPenDown = isPenDown
    }
  }

  /// The path features: 132 for a path in the air, or 176 for one on a surface. `points` must not
  /// be empty.
  public static func features(of points: [Point], withPen: Bool) -> [Double] {
    let (width, height) = (extent(points.map(\.x)), extent(points.map(\.y)))
    let sampled = sampled(boxed(points))
    let path = sampled.points
    var features: [Double] = []
    for index in stride(from: 0, through: 32, by: 4) {
      features += [2 * path[index].x - 1, 2 * path[index].y - 1]
    }
    for index in stride(from: 0, to: 32, by: 4) {
      let way = (path[index + 4].x - path[index].x, path[index + 4].y - path[index].y)
      let length = hypot(way.0, way.1)
      features += length > 0 ? [way.0 / length, way.1 / length] : [0, 0]
    }
    features += directions(path, side: 3, penDown: true)
    let turns = turns(path)
    let (dx, dy) = (path[32].x - path[0].x, path[32].y - path[0].y)
    features += [width.size, height.size, turns.reduce(0, +) / 8]
    features += [turns.reduce(0) { $0 + abs($1) } / 8, sampled.length / 4]
    features += [dx, dy, length(dx, dy)]
    features += bends(path, turns)
    if withPen { features += penFeatures(path, lifts: lifts(points)) }
    return features.map { min(max($0, -2), 32_767.0 / 16_384) }
  }

  /// The middle of the coordinates and the length of their range.
  private static func extent(_ values: [Double]) -> (middle: Double, size: Double) {
    let (least, most) = (values.min() ?? 0, values.max() ?? 0)
    return ((least + most) / 2, most - least)
  }

  /// The points, centered, with each axis divided by its extent or by a quarter, whichever is
  /// greater. A path whose longer side is shorter than ¾ keeps its size.
  static func boxed(_ points: [Point]) -> [Point] {
    let (width, height) = (extent(points.map(\.x)), extent(points.map(\.y)))
    let isSmall = max(width.size, height.size) < 0.75
    let (scaleX, scaleY) = isSmall ? (1, 1) : (max(width.size, 0.25), max(height.size, 0.25))
    return points.map { point in
      Point(
        x: (point.x - width.middle) / scaleX + 0.5,
        y: (point.y - height.middle) / scaleY + 0.5, isPenDown: point.isPenDown)
    }
  }

  /// The approximate length of a vector: max + ⅜ min of the magnitudes.
  private static func length(_ dx: Double, _ dy: Double) -> Double {
    max(abs(dx), abs(dy)) + 0.375 * min(abs(dx), abs(dy))
  }

  /// Points at equal distances along the path, one more than `segments`, and the path's length. The
  /// pen state of each point is that of its segment.
  static func sampled(
    _ points: [Point], segments: Int = 32
  ) -> (points: [Point], length: Double) {
    var ends = [0.0]
    for (start, end) in zip(points, points.dropFirst()) {
      ends.append((ends.last ?? 0) + length(end.x - start.x, end.y - start.y))
    }
    let total = ends.last ?? 0
    let path = (0...segments).map { number -> Point in
      if number == 0 || points.count < 2 { return points[0] }
      if number == segments { return points[points.count - 1] }
      let target = total * Double(number) / Double(segments)
      let end = ends.indices.dropFirst().first { ends[$0] >= target } ?? ends.count - 1
      let step = ends[end] - ends[end - 1]
      let share = step > 0 ? (target - ends[end - 1]) / step : 0
      let (a, b) = (points[end - 1], points[end])
      return Point(
        x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, isPenDown: b.isPenDown)
    }
    return (path, total)
  }

  private static func lifts(_ points: [Point]) -> Int {
    let pens = [true] + points.dropFirst().map(\.isPenDown)
    return zip(pens, pens.dropFirst()).count { $0 && !$1 }
  }

  /// The shares of the point (x, y) in the zones of a grid, bilinear between the zones' centers.
  static func shares(_ x: Double, _ y: Double, side: Int) -> [(zone: Int, share: Double)] {
    func axis(_ c: Double) -> [(Int, Double)] {
      let position = min(max(Double(side) * c - 0.5, 0), Double(side - 1))
      let first = min(Int(position), side - 2)
      return [(first, 1 - position + Double(first)), (first + 1, position - Double(first))]
    }
    return axis(y).flatMap { row in axis(x).map { (row.0 * side + $0.0, row.1 * $0.1) } }
  }

  private static func directions(_ path: [Point], side: Int, penDown: Bool) -> [Double] {
    var sums = [Double](repeating: 0, count: side * side * 8)
    for (start, end) in zip(path, path.dropFirst()) where end.isPenDown == penDown {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let slanted = min(abs(dx), abs(dy))
      let axis = abs(dx) > abs(dy) ? (dx < 0 ? 4 : 0) : (dy < 0 ? 6 : 2)
      let diagonal = dx < 0 ? (dy < 0 ? 5 : 3) : (dy < 0 ? 7 : 1)
      for (zone, share) in shares((start.x + end.x) / 2, (start.y + end.y) / 2, side: side) {
        sums[8 * zone + axis] += 2 * share * (max(abs(dx), abs(dy)) - slanted)
        sums[8 * zone + diagonal] += 2 * share * slanted * 2.0.squareRoot()
      }
    }
    return sums
  }

  /// The angles between the 16 chords of two segments each, rad, positive to the right.
  private static func turns(_ path: [Point]) -> [Double] {
    let ways = (0..<16).map { index in
      (x: path[2 * index + 2].x - path[2 * index].x, y: path[2 * index + 2].y - path[2 * index].y)
    }
    return zip(ways, ways.dropFirst()).map { a, b in
      atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    }
  }

  private static func bends(_ path: [Point], _ turns: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: 18)
    for (index, turn) in turns.enumerated() {
      let corner = path[2 * index + 2]
      guard corner.isPenDown else { continue }
      for (zone, share) in shares(corner.x, corner.y, side: 3) {
        sums[2 * zone + (turn > 0 ? 0 : 1)] += share * abs(turn) / 2
      }
    }
    return sums
  }

  private static func penFeatures(_ path: [Point], lifts: Int) -> [Double] {
    let lifted = path.dropFirst().map { $0.isPenDown ? 0.0 : 1.0 }
    let shares = stride(from: 0, to: 32, by: 4).map { lifted[$0..<$0 + 4].reduce(0, +) / 4 }
    return shares + directions(path, side: 2, penDown: false)
      + [
        Double(min(lifts, 4)) / 4, lifted.reduce(0, +) / 32, lifts == 0 ? 1 : 0, lifts == 1 ? 1 : 0,
      ]
  }
}
