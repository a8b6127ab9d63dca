import Foundation

/// The movement features in Double, written from their definition.
public enum ReferenceMovement {
  /// A point of ink in the unit square, with y down, and its time.
  public struct Point: Equatable, Sendable {
    /// The horizontal coordinate, to the right.
    public var x: Double
    /// The vertical coordinate, downward.
    public var y: Double
    /// The time, s, increasing from point to point.
    public var time: Double

    /// A point from its parts.
    public init(x: Double, y: Double, time: Double) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// The 36 features; `points` must not be empty.
  public static func features(of points: [Point]) -> [Double] {
    let start = points[0].time
    let duration = points[points.count - 1].time - start
    let places = (0...16).map { place(points, at: start + duration * Double($0) / 16) }
    var features: [Double] = []
    for (before, next) in zip(places, places.dropFirst()) {
      features += [4 * (next.x - before.x), 4 * (next.y - before.y)]
    }
    let steps = zip(points, points.dropFirst()).map { (abs($1.x - $0.x), abs($1.y - $0.y)) }
    let length = steps.map { max($0.0, $0.1) + 0.375 * min($0.0, $0.1) }.reduce(0, +)
    features += [(log2(max(duration / 32e-6, 1)) - 15) / 4, length / 8]
    features += [returns(points.map(\.x)) / 8, returns(points.map(\.y)) / 8]
    return features.map { min(max($0, -2), 32_767.0 / 16_384) }
  }

  private static func place(_ points: [Point], at time: Double) -> Point {
    guard let next = points.firstIndex(where: { $0.time >= time }) else {
      return points[points.count - 1]
    }
    guard next > 0 else { return points[0] }
    let (a, b) = (points[next - 1], points[next])
    let share = (time - a.time) / (b.time - a.time)
    return Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, time: time)
  }

  /// The number of reversals: how often the coordinate went back by at least a quarter from the
  /// extreme it had reached, against its previous direction.
  private static func returns(_ values: [Double]) -> Double {
    var (extremes, direction) = ([values[0], values[0]], 0.0)
    var turns = 0.0
    for value in values {
      extremes = [min(extremes[0], value), max(extremes[1], value)]
      let (rise, fall) = (value - extremes[0], extremes[1] - value)
      let next = direction >= 0 && fall >= 0.25 ? -1.0 : direction <= 0 && rise >= 0.25 ? 1.0 : 0
      guard next != 0 else { continue }
      if direction != 0 { turns += 1 }
      direction = next
      extremes = [value, value]
    }
    return turns
  }
}
