import QuillonNumerics

/// A place on a scaled path: the segment between two of its points.
struct TrailPlace {
  private(set) var start: PathPoint
  private(set) var end: PathPoint
  private let last: Int
  private var index = 0
  /// The length of the path before `start`, Q1.14, below 2²².
  private var before: Int32 = 0
  /// The length of the segment, Q1.14.
  private var step: Int32 = 0

  /// The beginning of `trail`.
  @inline(__always)
  init(_ trail: inout DecimatedPath) {
    last = trail.count &- 1
    start = trail.points[unchecked: 0]
    end = start
  }

  /// True if the place at the length `target` lies on a later segment, Q1.14.
  @inline(__always)
  func isBefore(_ target: Int32) -> Bool {
    index < last && target > before &+ step || index == 0 && last > 0
  }

  /// Goes to the next segment.
  @inline(__always)
  mutating func advance(_ trail: inout DecimatedPath) {
    before &+= step
    assert(before < 1 << 22)
    index &+= 1
    (start, end) = (end, trail.points[unchecked: index])
    step = start.distance(to: end)
  }

  /// The point of the segment at the length `target` of the path, Q1.14.
  ///
  /// Displacement × share: Q1.14 × Q0.14 = Q.28, one term of at most 2²⁸, rounded to Q1.14.
  @inline(__always)
  func point(at target: Int32) -> (x: Int32, y: Int32) {
    let share: Fixed<14> = Fixed<14>(bits: target &- before)
      .divided(by: Fixed<14>(bits: Swift.max(step, 1)))
    assert((Int64(end.x &- start.x) * Int64(share.bits)).magnitude <= 1 << 28)
    assert((Int64(end.y &- start.y) * Int64(share.bits)).magnitude <= 1 << 28)
    return (
      start.x &+ ((end.x &- start.x) &* share.bits &+ 0x2000) &>> 14,
      start.y &+ ((end.y &- start.y) &* share.bits &+ 0x2000) &>> 14
    )
  }
}
