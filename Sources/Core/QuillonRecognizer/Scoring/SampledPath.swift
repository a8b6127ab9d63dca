import QuillonNumerics

/// A path as 33 points at equal distances along it, scaled to a box in which thin letters stay
/// thin.
///
/// Each axis is centered and divided by its extent, but at least by a quarter of the unit square's
/// side. So the short side grows at most fourfold. An "I" with a slight slant does not become a
/// diagonal, while a narrow "N" is read like a wide one. A path whose longer side is shorter than ¾
/// comes from a stroke below the minimum size. It is centered and keeps its size.
struct SampledPath: Sendable {
  /// The number of segments of the path.
  static var segments: Int { 32 }

  /// The points' coordinates in the box, Q1.14, 0…1.
  var xs = InlineArray<33, Int16>(repeating: 0)
  var ys = InlineArray<33, Int16>(repeating: 0)
  /// Bit k is set if the pen was lifted at the end of segment k, from point k to k + 1.
  private(set) var lifted: UInt32 = 0
  /// How many times the pen was lifted.
  private(set) var penLifts: Int32 = 0
  /// The extents in the unit square, Q1.14.
  private(set) var width: Int32 = 0
  private(set) var height: Int32 = 0
  /// The length of the path in the box, Q1.14, below 2²².
  private(set) var length: Int32 = 0

  /// An empty path. Call `stretch`, then `sample`.
  init() {}

  /// Scales the points of `trail` into the box and measures the length of the path.
  mutating func stretch(_ trail: inout DecimatedPath) {
    let box = Box(&trail)
    (width, height) = (box.width, box.height)
    length = box.stretch(&trail)
  }

  /// Samples the scaled path `trail`: point k is at k/32 of its length.
  ///
  /// Length × k: Q1.14, below 2²² · 2⁵, then 5 bits dropped.
  mutating func sample(_ trail: inout DecimatedPath) {
    assert(length >= 0 && length < 1 << 22)
    (lifted, penLifts) = (0, 0)
    put(trail.points[unchecked: 0].x, trail.points[unchecked: 0].y, at: 0)
    var place = TrailPlace(&trail)
    for next in 1...Self.segments {
      let target = (length &* Int32(truncatingIfNeeded: next)) &>> 5
      while place.isBefore(target) {
        place.advance(&trail)
        if !place.end.isPenDown && place.start.isPenDown { penLifts &+= 1 }
      }
      let point = place.point(at: target)
      put(point.x, point.y, at: next)
      if !place.end.isPenDown { lifted |= 1 &<< UInt32(truncatingIfNeeded: next &- 1) }
    }
  }

  private mutating func put(_ x: Int32, _ y: Int32, at index: Int) {
    xs[unchecked: index] = Int16(truncatingIfNeeded: x)
    ys[unchecked: index] = Int16(truncatingIfNeeded: y)
  }

  /// Point `index`, 0…32.
  @inline(__always)
  mutating func point(_ index: Int) -> (x: Int32, y: Int32) {
    (
      Int32(truncatingIfNeeded: xs[unchecked: index]),
      Int32(truncatingIfNeeded: ys[unchecked: index])
    )
  }

  /// The displacement from point `start` to point `end`, both 0…32; Q1.14.
  @inline(__always)
  mutating func way(from start: Int, to end: Int) -> (x: Int32, y: Int32) {
    (
      Int32(truncatingIfNeeded: xs[unchecked: end])
        &- Int32(truncatingIfNeeded: xs[unchecked: start]),
      Int32(truncatingIfNeeded: ys[unchecked: end])
        &- Int32(truncatingIfNeeded: ys[unchecked: start])
    )
  }

  /// True if the pen was down on segment `index`, 0…31.
  @inline(__always)
  func isPenDown(_ index: Int) -> Bool {
    (lifted &>> UInt32(truncatingIfNeeded: index)) & 1 == 0
  }
}

/// The bounds of a path in the unit square.
private struct Box {
  private var (left, right, top, bottom) = (Int32.max, Int32.min, Int32.max, Int32.min)

  init(_ trail: inout DecimatedPath) {
    var index = 0
    while index < trail.count {
      let point = trail.points[unchecked: index]
      left = Swift.min(left, point.x)
      right = Swift.max(right, point.x)
      top = Swift.min(top, point.y)
      bottom = Swift.max(bottom, point.y)
      index &+= 1
    }
    if trail.count == 0 { (left, right, top, bottom) = (0, 0, 0, 0) }
  }

  var width: Int32 { right &- left }
  var height: Int32 { bottom &- top }

  /// Scales every point into the box. Returns the length of the path there.
  func stretch(_ trail: inout DecimatedPath) -> Int32 {
    let isSmall = Swift.max(width, height) < 3 &<< 12
    let (scaleX, scaleY) =
      isSmall ? (Int32(1 &<< 14), Int32(1 &<< 14)) : (Self.scale(width), Self.scale(height))
    var (length, index) = (Int32(0), 0)
    while index < trail.count {
      let point = trail.points[unchecked: index]
      let moved = PathPoint(
        x: Self.centered(2 &* point.x &- left &- right, scaleX),
        y: Self.centered(2 &* point.y &- top &- bottom, scaleY), isPenDown: point.isPenDown)
      trail.points[unchecked: index] = moved
      if index > 0 { length &+= trail.points[unchecked: index &- 1].distance(to: moved) }
      index &+= 1
    }
    return length
  }

  /// 1/max(extent, ¼), Q.14, 1…4.
  private static func scale(_ extent: Int32) -> Int32 {
    let quotient: Fixed<14> = Fixed<14>.one.divided(
      by: Fixed<14>(bits: Swift.max(extent, 1 &<< 12)))
    return quotient.bits
  }

  /// Maps a coordinate into the box; ½ is the middle. Twice the distance from the middle, Q1.14
  /// within ±extent, × Q.14 = Q.28, one term of at most 2²⁸ but for rounding, halved and rounded to Q1.14.
  private static func centered(_ twice: Int32, _ scale: Int32) -> Int32 {
    1 &<< 13 &+ (twice &* scale &+ 0x4000) &>> 15
  }
}
