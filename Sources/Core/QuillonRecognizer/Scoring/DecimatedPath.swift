/// A path of any number of points, kept as at most 128 of them, in one pass.
///
/// A point is kept when it lies at least `spacing` from the last kept one, and where the pen was lifted
/// or set down. When the memory is full, the spacing doubles and the kept points are thinned by
/// the same rule. Between 64 and 128 points so stand for a letter, a hundredth of its size apart or
/// less than two, however many samples it took; a path of few points is kept whole.
public struct DecimatedPath: Sendable {
  /// How many points are kept at most.
  @inlinable @inline(__always)
  public static var capacity: Int { 128 }
  /// How many points `makeRoom` makes room for.
  @inlinable @inline(__always)
  public static var slice: Int { 32 }
  /// How many times lifting or setting down the pen makes a point be kept; further ones are drawn as
  /// they fall.
  static var maximumPenChanges: Int { 16 }

  var points = InlineArray<128, PathPoint>(repeating: .zero)
  /// How many points are kept.
  public private(set) var count = 0
  /// The newest point, if it is not kept yet.
  private var newest: PathPoint?
  /// Q1.14, 1/64 at first.
  private var spacing: Int32 = 256
  private var penChanges = 0

  /// A path without points.
  public init() {}

  /// Adds a point of ink in the unit square, Q1.14; `isPenDown` tells of the way to it.
  public mutating func add(x: Int32, y: Int32, isPenDown: Bool) {
    let point = PathPoint(x: x, y: y, isPenDown: isPenDown)
    guard count > 0 else {
      // Before the first point there is no way.
      points[unchecked: 0] = PathPoint(x: x, y: y, isPenDown: true)
      count = 1
      return
    }
    if let corner = newest, corner.isPenDown != isPenDown, penChanges < Self.maximumPenChanges {
      penChanges &+= 1
      keep(corner)
    }
    newest = point
    if points[unchecked: count &- 1].distance(to: point) >= spacing { keep(point) }
  }

  /// Back to a path without points.
  mutating func clear() {
    (count, newest, spacing, penChanges) = (0, nil, 256, 0)
  }

  /// Makes room for a slice of 32 points and the last one: true if kept points were thinned for it,
  /// which is a call's worth of work and may have to be done again.
  ///
  /// Whoever calls it until it is false, before each slice, never has `add` thin them: what takes a slice is
  /// then bounded.
  public mutating func makeRoom() -> Bool {
    guard count > Self.capacity &- Self.slice &- 1 else { return false }
    thin()
    return true
  }

  /// The path is over: its last point is kept.
  public mutating func end() {
    if let last = newest { keep(last) }
  }

  private mutating func keep(_ point: PathPoint) {
    while count == Self.capacity { thin() }
    points[unchecked: count] = point
    count &+= 1
    newest = nil
  }

  /// Doubles the spacing. The square's diagonal is below 2, so at the eighth time, if not before, only pen
  /// changes are left, which are fewer than the memory holds.
  private mutating func thin() {
    spacing &<<= 1
    var (kept, corners) = (1, 0)
    for index in 1..<Self.capacity where index < count {
      let point = points[unchecked: index]
      let next = index &+ 1 < count ? points[unchecked: index &+ 1] : point
      let isCorner = point.isPenDown != next.isPenDown && corners < Self.maximumPenChanges
      if isCorner { corners &+= 1 }
      if isCorner || points[unchecked: kept &- 1].distance(to: point) >= spacing {
        points[unchecked: kept] = point
        kept &+= 1
      }
    }
    count = kept
  }
}
