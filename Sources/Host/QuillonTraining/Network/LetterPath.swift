import QuillonRecordings

/// A drawn letter as one path in the unit square, including the moves of the lifted pen.
public struct LetterPath: Sendable {
  /// A point, and whether the pen was down on the way to it.
  public struct Point: Equatable, Sendable {
    /// The horizontal coordinate, to the right.
    public var x: Double
    /// The vertical coordinate, downward.
    public var y: Double
    /// False for the first point of a stroke that follows another.
    public var isPenDown: Bool
    /// The time of the point, s; the same for all points if the times are not known.
    public var time: Double

    /// A point from its parts.
    public init(x: Double, y: Double, isPenDown: Bool, time: Double = 0) {
      self.x = x
      self.y = y
      self.isPenDown = isPenDown
      self.time = time
    }
  }

  /// The points in the order of writing.
  public var points: [Point]

  /// The pen-down strokes of `sample` in order, joined by straight moves. Hover paths are left out,
  /// because few tablets record them.
  public init(_ sample: InkSample) {
    points = []
    for stroke in sample.strokes where stroke.isPenDown {
      for (index, point) in stroke.points.enumerated() {
        points.append(
          Point(
            x: point.x, y: point.y, isPenDown: index > 0 || points.isEmpty, time: point.time ?? 0))
      }
    }
    fit()
  }

  /// A path through `points`, moved and scaled into the unit square.
  public init(points: [Point]) {
    self.points = points
    fit()
  }

  /// Moves and scales all points into the unit square. If the path is too small or too large to be
  /// scaled, all points go to the square's corner.
  mutating func fit() {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (left, right)
    for point in points {
      left = min(left, point.x)
      right = max(right, point.x)
      top = min(top, point.y)
      bottom = max(bottom, point.y)
    }
    let size = max(right - left, bottom - top)
    let scale = 1 / size
    let isScalable = size.isFinite && scale.isFinite
    for index in points.indices {
      points[index].x = isScalable ? (points[index].x - left) * scale : 0
      points[index].y = isScalable ? (points[index].y - top) * scale : 0
    }
  }

  /// The strokes. Each goes from where the pen is set down to where it is lifted.
  var strokes: [[Point]] {
    var strokes: [[Point]] = []
    for point in points {
      if point.isPenDown, !strokes.isEmpty {
        strokes[strokes.count - 1].append(point)
      } else {
        strokes.append([point])
      }
    }
    return strokes
  }
}
