import QuillonNumerics

/// How a movement runs over time: 36 features. One pass keeps at most 64 places at equal time
/// intervals.
///
/// The interval is 10 ms at first. When the memory is full, every other place is dropped and the
/// interval doubles. So a movement of 0.32 s or more is kept as 32 to 64 places.
///
/// | group | numbers | what |
/// | --- | --- | --- |
/// | velocity | 32 | x and y in each sixteenth of the time: the displacement in the unit square, times 4 |
/// | duration | 1 | (log₂ of the duration in ticks of 32 µs, − 15) / 4: 0 is 1.05 s, ¼ is twice that |
/// | length | 1 | the length of the path in the unit square, / 8 |
/// | returns | 2 | how often the movement turned back in x and in y, / 8 |
///
/// All are Q1.14, clamped to ±2. They distinguish repeated, quick and almost motionless movements,
/// which shape features do not.
public struct DecimatedMovement: Sendable {
  /// The number of features.
  @inlinable
  public static var count: Int { 36 }
  /// The most places that are kept.
  static var capacity: Int { 64 }
  /// The first time interval, which also replaces an unknown time: 10 ms, in ticks.
  static var tick: UInt32 { 312 }
  /// The longest time between two points, and the longest movement, in ticks.
  private static var longestStep: UInt32 { 4_095 }
  private static var longest: UInt32 { 1 &<< 26 }
  /// How many parts of the time have a velocity.
  static var parts: Int { 16 }
  /// How far the movement must go back to count as a return, Q1.14: a quarter of the square's side.
  private static var turn: Int32 { 1 &<< 12 }

  private var points = InlineArray<64, PathPoint>(repeating: .zero)
  private var count = 0
  private var last = PathPoint.zero
  private var time: UInt32 = 0
  private var distance = Self.tick
  private var length: Int32 = 0

  /// A movement without points.
  public init() {}

  /// Adds a point of the unit square, Q1.14, `ticks` of 32 µs after the one before. `ticks` is
  /// clamped to 4,095; 0 means an unknown time. Points later than half an hour after the start
  /// count as at half an hour.
  public mutating func add(x: Int32, y: Int32, ticks: UInt32) {
    let point = PathPoint(x: x, y: y, isPenDown: true)
    defer { last = point }
    guard count > 0 else {
      points[unchecked: 0] = point
      count = 1
      return
    }
    let end = Swift.min(
      time &+ Swift.min(ticks == 0 ? Self.tick : ticks, Self.longestStep), Self.longest)
    length &+= last.distance(to: point)
    while UInt32(truncatingIfNeeded: count) &* distance <= end {
      let place = UInt32(truncatingIfNeeded: count) &* distance
      keep(Self.between(last, point, place &- time, of: end &- time))
    }
    time = end
  }

  /// Appends the features of the movement. Call it after the last point.
  public mutating func append<let features: Int>(to vector: inout FeatureNumbers<features>) {
    var before = place(at: 0)
    for part in 1...Self.parts {
      let next = place(at: UInt32(truncatingIfNeeded: part))
      vector.append(4 &* (next.x &- before.x))
      vector.append(4 &* (next.y &- before.y))
      before = next
    }
    // A quarter of a Q.11 value, in Q1.14, is twice its bits.
    vector.append(2 &* (Self.logarithm(time) &- 15 &<< 11))
    vector.append(length &>> 3)
    vector.append(returns { $0.x } &<< 11)
    vector.append(returns { $0.y } &<< 11)
  }

  private mutating func keep(_ point: PathPoint) {
    points[unchecked: count] = point
    count &+= 1
    guard count == Self.capacity else { return }
    count &>>= 1
    for index in 1..<Self.capacity / 2 {
      points[unchecked: index] = points[unchecked: 2 &* index]
    }
    distance &<<= 1
  }

  /// The place at so many sixteenths of the time.
  private mutating func place(at sixteenths: UInt32) -> PathPoint {
    let moment = (time &* sixteenths) &>> 4
    var index = 0
    while index &+ 1 < count && UInt32(truncatingIfNeeded: index &+ 1) &* distance <= moment {
      index &+= 1
    }
    let start = UInt32(truncatingIfNeeded: index) &* distance
    let isLast = index &+ 1 >= count
    return Self.between(
      points[unchecked: index], isLast ? last : points[unchecked: index &+ 1], moment &- start,
      of: isLast ? time &- start : distance)
  }

  /// The place `part` of `whole` ticks from one point to another, interpolated linearly.
  ///
  /// Displacement × share: Q1.14 × Q0.14 = Q.28, one term of at most 2²⁸, rounded to Q1.14.
  private static func between(
    _ a: PathPoint, _ b: PathPoint, _ part: UInt32, of whole: UInt32
  ) -> PathPoint {
    guard part < whole else { return b }
    let share: Fixed<14> = Fixed<0>(bits: Int32(truncatingIfNeeded: part))
      .divided(by: Fixed<0>(bits: Int32(truncatingIfNeeded: whole)))
    assert((Int64(b.x &- a.x) * Int64(share.bits)).magnitude <= 1 << 28)
    assert((Int64(b.y &- a.y) * Int64(share.bits)).magnitude <= 1 << 28)
    return PathPoint(
      x: a.x &+ ((b.x &- a.x) &* share.bits &+ 0x2000) &>> 14,
      y: a.y &+ ((b.y &- a.y) &* share.bits &+ 0x2000) &>> 14, isPenDown: true)
  }

  /// How often the movement turned back in one coordinate by at least a quarter of the square's
  /// side.
  private mutating func returns(_ coordinate: (PathPoint) -> Int32) -> Int32 {
    var (turns, direction): (Int32, Int32) = (0, 0)
    var (low, high) = (Int32.max, Int32.min)
    for index in 0...count {
      let here = coordinate(index < count ? points[unchecked: index] : last)
      (low, high) = (Swift.min(low, here), Swift.max(high, here))
      let isBack = direction > 0 ? high &- here >= Self.turn : here &- low >= Self.turn
      if direction == 0 {
        direction = here &- low >= Self.turn ? 1 : high &- here >= Self.turn ? -1 : 0
        if direction != 0 { (low, high) = (here, here) }
      } else if isBack {
        turns &+= 1
        direction = 0 &- direction
        (low, high) = (here, here)
      }
    }
    return turns
  }

  /// log₂ of a number of ticks, Q.11. The integer part is the position of the highest bit. The
  /// fraction is the bits below it as they are, which is up to 0.09 too small. 0 counts as 1.
  private static func logarithm(_ ticks: UInt32) -> Int32 {
    let zeros = Int32(truncatingIfNeeded: (ticks | 1).leadingZeroBitCount)
    let mantissa = (ticks | 1) &<< UInt32(bitPattern: zeros)
    return (31 &- zeros) &<< 11 &+ Int32(truncatingIfNeeded: (mantissa &<< 1) &>> 21)
  }
}
