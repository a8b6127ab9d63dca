/// A path of any number of points, decimated to at most 128 of them in one pass.
///
/// A point is kept if it is at least `spacing` from the last kept point, or if the pen was lifted
/// or set down there. When the memory is full, the spacing doubles and the kept points are thinned
/// by the same rule. So a letter is kept as 64 to 128 points, however many samples it took. Their
/// spacing is between one and two hundredths of the letter's size. A path of few points is kept
/// whole.
public struct DecimatedPath: Sendable {
  /// The most points that are kept.
  @inlinable @inline(__always)
  public static var capacity: Int { 128 }
  /// The number of points that `makeRoom` makes room for.
  @inlinable @inline(__always)
  public static var slice: Int { 32 }
  /// The most pen lifts and pen-downs at which a point is always kept. Further ones are handled
  /// like other points.
  static var maximumPenChanges: Int { 16 }

  var points = InlineArray<128, PathPoint>(repeating: .zero)
  /// How many points are kept.
  public private(set) var count = 0
  /// The newest point, if it is not kept yet.
  private var newest: PathPoint?
  /// The least distance between kept points, Q1.14, 1/64 at first.
  private var spacing: Int32 = 256
  private var penChanges = 0

  /// A path without points.
  public init() {}

  /// Adds a point of ink in the unit square, Q1.14. `isPenDown` is true if the pen was down on
  /// the way to it.
  ///
  /// Not inlined: one copy is enough.
  @inline(never)
  public mutating func add(x: Int32, y: Int32, isPenDown: Bool) {
    let point = PathPoint(x: x, y: y, isPenDown: isPenDown)
    guard count > 0 else {
      // No path leads to the first point.
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

  /// Removes all points.
  mutating func clear() {
    (count, newest, spacing, penChanges) = (0, nil, 256, 0)
  }

  /// Makes room for a slice of 32 points and the last point. True if kept points were thinned: this
  /// takes a call's worth of work, and may have to be repeated.
  ///
  /// Call it before each slice until it returns false. Then `add` never has to thin points, and the
  /// work for a slice is bounded.
  public mutating func makeRoom() -> Bool {
    guard count > Self.capacity &- Self.slice &- 1 else { return false }
    thin()
    return true
  }

  /// Ends the path and keeps its last point.
  public mutating func end() {
    if let last = newest { keep(last) }
  }

  private mutating func keep(_ point: PathPoint) {
    while count == Self.capacity { thin() }
    points[unchecked: count] = point
    count &+= 1
    newest = nil
  }

  /// Doubles the spacing. The diagonal of the square is below 2. So after at most eight times only
  /// pen changes are left, which are fewer than the memory holds.
  @inline(never)
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
