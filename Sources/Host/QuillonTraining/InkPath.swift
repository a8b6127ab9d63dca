import QuillonRecordings

/// A drawn letter as one path, like one that a board draws in the air, with integer points and
/// times.
struct InkPath {
  /// The larger of the letter's width and height, in steps. It is far finer than the 15 bits that
  /// are stored.
  static let size = 1_048_576.0
  /// The time between points when the file has no times, µs.
  static let step: UInt32 = 10_000

  /// One point: its position, 0…2²⁰, and the time since the start, µs.
  struct Point: Equatable {
    var x: Int32
    var y: Int32
    var time: UInt32
  }

  /// The points, at most as many as the device stores.
  let points: [Point]

  /// The path of `sample`.
  ///
  /// All strokes are in the order of writing and joined by ink, as in the air, where no pen is
  /// lifted. Hover paths before the first and after the last stroke are left out. If there are more
  /// than `capacity` points, evenly spaced ones are kept.
  init(_ sample: InkSample, capacity: Int) {
    let joined = Self.thinned(Self.joined(sample.strokes), to: capacity)
    let (xs, ys) = (joined.map(\.x), joined.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    let size = max((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
    func scaled(_ distance: Double) -> Int32 {
      // The share is 0…1, unless a coordinate is not a number or the size is 0.
      let share = distance / size
      return (0...1).contains(share) ? Int32((share * Self.size).rounded()) : 0
    }
    let times = joined.compactMap(\.time)
    let hasTimes = times.count == joined.count
    points = joined.enumerated().map { index, point in
      Point(
        x: scaled(point.x - left), y: scaled(point.y - top),
        time: hasTimes
          ? Self.microseconds(times[index] - times[0]) : UInt32(index) * Self.step)
    }
  }

  /// The strokes from the first to the last one with the pen down, one after another. The gaps
  /// between them are filled with points whose spacing is the letter's mean spacing.
  private static func joined(_ strokes: [InkSample.Stroke]) -> [InkSample.Point] {
    let strokes = strokes.filter { !$0.points.isEmpty }
    let first = strokes.firstIndex(where: \.isPenDown) ?? strokes.startIndex
    let last = strokes.lastIndex(where: \.isPenDown).map { $0 + 1 } ?? first
    let parts = strokes[first..<last].map(\.points)
    let lengths = parts.flatMap { zip($0, $0.dropFirst()).map(distance) }
    let stepLength = lengths.reduce(0, +) / Double(max(lengths.count, 1))
    var path: [InkSample.Point] = []
    for part in parts {
      if let end = path.last, stepLength > 0, stepLength.isFinite {
        path += way(from: end, to: part[0], stepLength: stepLength)
      }
      path += part
    }
    return path
  }

  /// The points between two points, without these two: at most 200.
  private static func way(
    from start: InkSample.Point, to end: InkSample.Point, stepLength: Double
  ) -> [InkSample.Point] {
    let count = Int(min((distance(start, end) / stepLength).rounded(), 200))
    return (1..<max(count, 1)).map { index in
      let share = Double(index) / Double(count)
      var time: Double?
      if let from = start.time, let to = end.time { time = from + (to - from) * share }
      return InkSample.Point(
        x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share,
        time: time)
    }
  }

  private static func distance(_ a: InkSample.Point, _ b: InkSample.Point) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }

  private static func thinned(_ points: [InkSample.Point], to capacity: Int) -> [InkSample.Point] {
    guard points.count > capacity else { return points }
    return (0..<capacity).map { points[$0 * (points.count - 1) / (capacity - 1)] }
  }

  private static func microseconds(_ seconds: Double) -> UInt32 {
    seconds > 0 ? UInt32(min((seconds * 1e6).rounded(), 4e9)) : 0
  }
}
