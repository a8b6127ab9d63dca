import QuillonNumerics

/// Joining of strokes that may be parts of one letter. They are read one by one and as one, and
/// kept until the decision.
///
/// The hand rested between two of them. So the second begins where the first ended, whatever
/// velocity and position became in between.
extension StrokeQueue {
  /// Starts to read the stroke with `number` older strokes before it, 0 or 1, from its beginning.
  /// Keeps its points.
  public mutating func choose(_ number: Int) {
    beginReading(number, start: number == 0 ? 0 : slotsOfFirst, keepsPoints: true)
  }

  /// How many slots (points and marks) the oldest waiting stroke occupies.
  public var slotsOfFirst: Int {
    mutating get { Int(truncatingIfNeeded: waiting[unchecked: firstWaiting].slots) }
  }

  /// True while the memory has room for new writing while two strokes are read one by one and as
  /// one, and while the two are short enough to be moved in one call: 6 s at 100 Hz.
  public var isRoomy: Bool { points.count <= 600 }

  /// The oldest waiting stroke is kept and is all of the letter so far.
  public mutating func beginLetter() { endOfFirstOfLast = waiting[unchecked: firstWaiting].time }

  /// Joins the two oldest waiting strokes into one for now, in place of the first. Both must have
  /// been read and kept. `size` is the sum of their sizes.
  ///
  /// The path begins at (0, 0), so no coordinate exceeds ±`size`: Q8.23, in half the unit over
  /// 2^shift below 2¹⁵. The shift depends on this size alone, even if the strokes had larger
  /// shifts. Otherwise the largest stroke would coarsen all strokes that follow it.
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

  /// Drops bits of a stroke's coordinates in the plane, or adds some. Moves the stroke so that its
  /// first point, which follows the bias, lies at `place`. Returns where its last point lies then.
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

  /// Confirms the join. The joined stroke ends where the second did.
  public mutating func confirmJoint() {
    waiting[unchecked: place(1)].slots = waiting[unchecked: firstWaiting].slots
    forgetFirst()
  }

  /// Undoes the join. The first stroke gets its `slots` slots back.
  public mutating func part(after slots: Int) {
    waiting[unchecked: firstWaiting].slots = Int16(truncatingIfNeeded: slots)
  }

  /// Removes the oldest waiting stroke and its kept points.
  public mutating func release() {
    points.removeFirst(slotsOfFirst)
    forgetFirst()
  }
}
