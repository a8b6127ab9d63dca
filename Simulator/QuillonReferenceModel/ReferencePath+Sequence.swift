import Foundation

extension ReferencePath {
  /// The features of a path as a sequence of 64 segments, 384, and the lengths of these segments.
  /// `points` must not be empty.
  public static func sequence(
    of points: [Point]
  ) -> (features: [Double], lengths: [Double]) {
    let path = sampled(boxed(points), segments: 64).points
    var features: [Double] = []
    var lengths: [Double] = []
    var last: (x: Double, y: Double)?
    for (start, end) in zip(path, path.dropFirst()) {
      let length = hypot(end.x - start.x, end.y - start.y)
      let next = length > 0 ? ((end.x - start.x) / length, (end.y - start.y) / length) : nil
      lengths.append(length)
      features += [2 * start.x - 1, 2 * start.y - 1, next?.0 ?? 0, next?.1 ?? 0]
      if let last, let next {
        features += [last.x * next.1 - last.y * next.0, 1 - last.x * next.0 - last.y * next.1]
      } else {
        features += [0, 0]
      }
      last = next.map { (x: $0.0, y: $0.1) }
    }
    return (features, lengths)
  }
}
