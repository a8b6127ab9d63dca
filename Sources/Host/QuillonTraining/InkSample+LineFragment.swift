import QuillonRecordings

extension InkSample {
  /// True for a single straight line that is not labeled I, 1 or l.
  ///
  /// The path along the strokes, and from each to the next, is shorter than 1.12 times the distance
  /// from its start to its end. Nobody can read such letters; they are letters that were cut apart.
  /// The rule is as old as the first model and does not depend on any model's answers.
  public var isLineFragment: Bool {
    let points = strokes.filter(\.isPenDown).flatMap(\.points)
    guard !["I", "1", "l"].contains(label), let first = points.first, let last = points.last
    else { return false }
    let way = zip(points, points.dropFirst()).reduce(0.0) { $0 + Self.distance($1.0, $1.1) }
    return way < 1.12 * Self.distance(first, last)
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }
}
