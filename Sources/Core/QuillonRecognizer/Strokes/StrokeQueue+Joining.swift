import QuillonNumerics

/// Strokes that may be pieces of one letter: they are read one by one and as one, and kept until it is known
/// which.
///
/// Between two of them the hand rested, so the next begins where the one before has ended, whatever became of
/// velocity and position meanwhile.
extension StrokeQueue {
  /// Reads the stroke that `number` others precede, 0 or 1, from its beginning, and keeps its points.
  public mutating func choose(_ number: Int) {
    beginReading(number, start: number == 0 ? 0 : slotsOfFirst, keepsPoints: true)
  }

  /// How many points and marks the stroke that waits first has.
  public var slotsOfFirst: Int {
    mutating get { Int(truncatingIfNeeded: waiting[unchecked: firstWaiting].slots) }
  }

  /// True while there is room for what is written while two strokes are read one by one and as one, and while these
  /// are short enough to be moved in one call: 6 s at 100 Hz.
  public var isRoomy: Bool { points.count <= 600 }

  /// The stroke that waits first, which is kept, is all of the letter so far.
  public mutating func beginLetter() { endOfFirstOfLast = waiting[unchecked: firstWaiting].time }

  /// Makes the two strokes that wait first, which both have been read and kept, one in place of the first, for now.
  /// `size` is the sum of their sizes.
  ///
  /// The path begins at (0, 0), so that no coordinate is beyond ±`size`: Q8.23, in half the unit over 2^shift below
  /// 2¹⁵. The shift is of that size alone, be it less than those that the strokes had: else the largest stroke would
  /// coarsen all that come after it.
  public mutating func join(size: Fixed<23>) {
    let (first, second) = (firstWaiting, place(1))
    let (slots, more) = (slotsOfFirst, Int(truncatingIfNeeded: waiting[unchecked: second].slots))
    let shift = Int8(
      truncatingIfNeeded: Swift.max(16 &- size.bits.leadingZeroBitCount, 0))
    let end = move(
      from: 0, slots: slots, dropping: shift &- waiting[unchecked: first].shift, to: .zero)
    _ = move(
      from: slots, slots: more, dropping: shift &- waiting[unchecked: second].shift, to: end)
    waiting[unchecked: first].shift = shift
    waiting[unchecked: second].shift = shift
    waiting[unchecked: first].slots = Int16(truncatingIfNeeded: slots &+ more)
  }

  /// Drops bits of a stroke's coordinates in the plane, or adds some, and moves it so that its first point, which follows the
  /// bias, comes to lie at `place`. Where its last comes to lie.
  @inline(never)
  private mutating func move(
    from start: Int, slots: Int, dropping: Int8, to place: InkPoint
  ) -> InkPoint {
    let bits = Int32(truncatingIfNeeded: dropping)
    var beginning = points[unchecked: points.index(start &+ 1)]
    beginning.move(dropping: bits, by: .zero)
    let way = InkPoint(from: beginning, to: place)
    var (index, left, last) = (points.index(start), slots, place)
    while left > 0 {
      left &-= 1
      var point = points[unchecked: index]
      if !point.isMark {
        point.move(dropping: bits, by: way)
        last = point
        points[unchecked: index] = point
      }
      index = points.index(after: index)
    }
    return last
  }

  /// The two are one from now on, which ends where the second did.
  public mutating func confirmJoint() {
    waiting[unchecked: place(1)].slots = waiting[unchecked: firstWaiting].slots
    forgetFirst()
  }

  /// The two are two again, the first of so many points and marks.
  public mutating func part(after slots: Int) {
    waiting[unchecked: firstWaiting].slots = Int16(truncatingIfNeeded: slots)
  }

  /// The stroke that waits first, which is kept, is done with.
  public mutating func release() {
    points.removeFirst(slotsOfFirst)
    forgetFirst()
  }
}
