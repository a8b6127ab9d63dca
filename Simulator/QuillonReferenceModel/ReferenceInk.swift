/// A point of a stroke in its writing plane, with y down. The unit is meters; after rescaling, the
/// unit square has side 1.
public struct ReferenceInkPoint: Equatable, Sendable {
  /// The horizontal coordinate, to the right.
  public var x: Double
  /// The vertical coordinate, downward.
  public var y: Double
  /// The time since the previous point, s; 0 where times are not known.
  public var step: Double

  /// A point from its parts.
  public init(x: Double, y: Double, step: Double = 0) {
    self.x = x
    self.y = y
    self.step = step
  }
}

/// The steps from ink to features, each a pure function of the points.
public enum ReferenceInk {
  /// The number of features that `zoneFeatures(of:)` returns.
  public static let zoneFeatureCount = 28

  /// The points, moved and scaled so that their bounding box starts at (0, 0) and its longer side
  /// is 1. The longer side becomes shorter than 1 where the stroke is smaller than `minimumSize`
  /// (in the points' unit).
  public static func rescaled(
    _ points: [ReferenceInkPoint], minimumSize: Double
  ) -> [ReferenceInkPoint] {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return [] }
    let scale = max(max(right - left, bottom - top), minimumSize)
    guard scale > 0 else { return points.map { ReferenceInkPoint(x: 0, y: 0, step: $0.step) } }
    return points.map {
      ReferenceInkPoint(x: ($0.x - left) / scale, y: ($0.y - top) / scale, step: $0.step)
    }
  }

  /// The zone features of rescaled points: 27 numbers and the constant 1.
  ///
  /// For zone z = column + 3 row of a 3 × 3 grid over the unit square, [3z] is the share of the
  /// stroke's time, [3z + 1] the displacement to the right, and [3z + 2] the displacement down. A
  /// segment belongs to the zone of its midpoint. Where times are not known, every segment counts
  /// the same.
  public static func zoneFeatures(of points: [ReferenceInkPoint]) -> [Double] {
    var features = [Double](repeating: 0, count: zoneFeatureCount)
    features[27] = 1
    let segments = Array(zip(points, points.dropFirst()))
    let duration = segments.reduce(0) { $0 + $1.1.step }
    for (start, end) in segments {
      let column = third((start.x + end.x) / 2)
      let row = third((start.y + end.y) / 2)
      let zone = 3 * (column + 3 * row)
      features[zone] += duration > 0 ? end.step / duration : 1 / Double(segments.count)
      features[zone + 1] += end.x - start.x
      features[zone + 2] += end.y - start.y
    }
    return features
  }

  private static func third(_ coordinate: Double) -> Int {
    min(max(Int((3 * coordinate).rounded(.down)), 0), 2)
  }
}
