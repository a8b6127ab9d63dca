import QuillonFusion
import QuillonRecognizer

/// A point in the unit square, Q1.14, and the ticks since the one before.
struct SquarePoint: Equatable {
  var x: Int32
  var y: Int32
  var ticks: UInt32
}

extension StrokeQueue {
  /// All points of the stroke that waits first.
  mutating func ink(under rule: IntegrationRule = .undamped) -> [SquarePoint] {
    var (points, progress): ([SquarePoint], Progress) = ([], .busy)
    while progress == .busy {
      progress = read(under: rule) { points.append(SquarePoint(x: $0, y: $1, ticks: $2)) }
    }
    return points
  }
}
