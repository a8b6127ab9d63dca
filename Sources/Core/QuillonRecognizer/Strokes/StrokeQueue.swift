import QuillonFusion
import QuillonNumerics

/// A queue of strokes in memory of fixed size: the stroke that is being written, and before it the
/// ended strokes that wait to be read, in order.
///
/// Points are stored as positions: in space in m, Q8.23, reference frame, or on a touch surface in
/// any unit. A stroke consists of runs. Each run goes from rest to rest and starts with its bias,
/// which is known when the run ends. Most strokes are one run. Reading is spread over many calls of
/// bounded work. It frees the points as it goes, so that the next stroke can be written meanwhile.
///
/// A stroke holds 960 points, 9.6 s at 100 Hz. It occupies 961 of the 1,000 slots. Without the package trait `FullRecognizer` a stroke
/// holds 424 points and there are 464 slots. The other slots are for what is stored before the first pass over the stroke is done, 31
/// calls after its end: a slot for each call, and one for the bias of each further stroke, which takes the place of the sample that ended
/// the stroke before. Each lift of the pen within a stroke occupies two more slots.
public struct StrokeQueue: ~Copyable {
  /// How many points a stroke can have.
  public static var strokeCapacity: Int { Points.capacity &- 40 }
  /// The most points that one call of `read` processes.
  @inlinable @inline(__always)
  public static var slice: Int { 32 }
  /// How many strokes can wait.
  public static var maximumWaiting: Int { 8 }

  #if FullRecognizer
    @usableFromInline package typealias Points = PointRing<1000>
  #else
    @usableFromInline package typealias Points = PointRing<464>
  #endif

  @usableFromInline package var points = Points()
  package var open = OpenStroke()
  /// Where the arm's turning puts the stroke that is being written.
  var arm = LeverArm()
  @usableFromInline package var reader = StrokeReader()
  var waiting = InlineArray<8, EndedStroke>(repeating: .none)
  private(set) var firstWaiting = 0
  /// How many strokes wait to be read, including the one that is being read.
  public private(set) var waitingCount = 0
  /// How many of the waiting strokes already lie in their planes. They are the oldest ones.
  package var projectedCount = 0
  /// When the stroke finished last ended, µs. For a letter of several strokes: when the last of
  /// them ended.
  public private(set) var endOfLast: UInt32 = 0
  /// When the first of its strokes ended, µs. The same as ``endOfLast`` for a single stroke.
  public internal(set) var endOfFirstOfLast: UInt32 = 0
  /// The shape of that stroke; empty if it was not read.
  public private(set) var shapeOfLast = StrokeShape()
  /// Why a gate rejected that stroke; invalid if none did.
  public private(set) var rejectionOfLast = Rejection(.duration, value: .zero)

  /// The result of storing a point or beginning a stroke.
  public enum Outcome: Equatable, Sendable {
    /// There was room.
    case stored
    /// There was no room.
    case full
  }

  /// A queue without strokes.
  @inline(__always)
  public init() {}

  /// How many points of the current stroke are stored.
  public var pointCount: Int { open.points }

  /// Begins a stroke; full if `maximumWaiting` strokes wait or the memory has no room.
  public mutating func begin() -> Outcome {
    open = OpenStroke()
    arm.removeAll()
    return waitingCount < Self.maximumWaiting ? beginRun() : .full
  }

  /// Stores a point in space, `microseconds` after the one before. At most 131 ms count. The time
  /// of the first point is ignored.
  public mutating func append(
    _ position: Vector3<23>, attitude: UnitQuaternion, microseconds: UInt32
  ) -> Outcome {
    guard append(position, microseconds: microseconds) == .stored else { return .full }
    open.attitudes.add(attitude)
    return .stored
  }

  /// Stores a point in space whose attitude does not matter for the writing plane. Not inlined: one
  /// copy is enough.
  @inline(never)
  public mutating func append(_ position: Vector3<23>, microseconds: UInt32) -> Outcome {
    guard open.points < Self.strokeCapacity else { return .full }
    let point = InkPoint(position, ticks: open.ticks(after: microseconds))
    guard points.append(point) else { return .full }
    open.points &+= 1
    open.slots &+= 1
    open.exponent = Swift.max(open.exponent, point.exponent)
    return .stored
  }

  /// Marks that the pen is lifted, or set down again, within the stroke. The path to the points
  /// that follow has the pen up, or down again. Without room for the mark, the pen is treated as
  /// not moved.
  public mutating func movePen() {
    if points.append(.penMove) { open.slots &+= 1 }
  }

  /// Removes points from the end of the current stroke until `count` are left, and the pen marks
  /// among them.
  public mutating func trim(to count: Int) {
    while open.slots > 1 {
      let last = points[unchecked: points.index(points.count &- 1)]
      guard !last.isBias, last.isPenMove || open.points > count else { return }
      if !last.isPenMove {
        open.points &-= 1
        open.runTicks &-= last.ticks
      }
      open.slots &-= 1
      points.removeLast(1)
    }
  }

  /// Discards the stroke that is being written.
  public mutating func withdraw() {
    points.removeLast(open.slots)
    open = OpenStroke()
  }

  /// Stores a point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰. Time as above.
  public mutating func append(touchX x: Int32, y: Int32, microseconds: UInt32) -> Outcome {
    append(Vector3(Fixed(bits: x), Fixed(bits: y), .zero), microseconds: microseconds)
  }

  /// Ends the run because the board is at rest, and begins another. `impulse` is ∫ a dt since the
  /// run began, m/s (`DampedIntegrator.impulse`). Its difference from 0 is attributed to a constant
  /// bias.
  ///
  /// Returns that bias for a quarter of the time, which makes it four times as large, m/s², Q10.21;
  /// nil if there is no room for another run.
  public mutating func endRun(impulse: Vector3<23>) -> Vector3<21>? {
    guard !points.isFull else { return nil }
    let bias = open.endRun(impulse: impulse)
    points[unchecked: open.bias] = InkPoint(bias: bias)
    _ = beginRun()
    return bias
  }

  /// Ends the stroke in space at `time`, µs. It then waits to be read in the plane that `rule`
  /// derives from its mean attitude. A stroke of fewer than two points is abandoned. `impulse` is
  /// as for `endRun`; nil leaves the drift in.
  public mutating func end(
    impulse: Vector3<23>?, rule: PlaneRule = .init(), minimumSize: Fixed<23>, time: UInt32
  ) {
    let ticks = open.runTicks
    if let impulse { points[unchecked: open.bias] = InkPoint(bias: open.endRun(impulse: impulse)) }
    let plane = rule.plane(at: open.attitudes.rotation ?? .identity)
    end(
      in: plane, minimumSize: minimumSize, time: time,
      drift: impulse == nil ? .none : armDrift(plane, ticks: ticks))
  }

  /// Ends the stroke at `time`, µs. It then waits to be read in `plane`. A stroke of fewer than two
  /// points is abandoned.
  ///
  /// `minimumSize` is in the unit of the positions. A smaller stroke is magnified as if it had this
  /// size, and its shape reports that it is too small.
  public mutating func end(in plane: WritingPlane, minimumSize: Fixed<23>, time: UInt32) {
    end(in: plane, minimumSize: minimumSize, time: time, drift: .none)
  }

  private mutating func end(
    in plane: WritingPlane, minimumSize: Fixed<23>, time: UInt32, drift: PathDrift
  ) {
    guard open.points >= 2 else { return abandon(.tooShort, time: time) }
    add(
      EndedStroke(open, time: time, plane: plane, minimumSize: minimumSize, drift: drift))
  }

  /// Abandons the stroke at `time`, µs. Its points are discarded. Its ending waits to be reported.
  public mutating func abandon(_ ending: EndedStroke.Ending, time: UInt32) {
    points.removeLast(open.slots)
    add(EndedStroke(ending: ending, time: time))
  }

  /// Rejects the stroke that is being written, at `time`, µs.
  public mutating func reject(_ rejection: Rejection, time: UInt32) {
    points.removeLast(open.slots)
    add(EndedStroke(rejection, time: time))
  }

  /// Rejects the next stroke before any of it has been read.
  public mutating func rejectNext(_ rejection: Rejection) {
    guard let stroke = next else { return }
    points.removeFirst(Int(truncatingIfNeeded: stroke.slots))
    waiting[unchecked: firstWaiting] = EndedStroke(rejection, time: stroke.time)
  }

  private mutating func add(_ stroke: EndedStroke) {
    waiting[unchecked: (firstWaiting &+ waitingCount) & 7] = stroke
    waitingCount &+= 1
    open = OpenStroke()
  }

  private mutating func beginRun() -> Outcome {
    guard points.append(InkPoint(bias: .zero)) else { return .full }
    open.bias = points.index(points.count &- 1)
    open.slots &+= 1
    return .stored
  }
}

extension StrokeQueue {
  /// True if a stroke waits and none of its points has been read yet.
  public var isAtBeginning: Bool {
    waitingCount > 0 && reader.position == 0 && !reader.isProjected
  }

  /// The stroke to read next; nil if none waits.
  @usableFromInline var next: EndedStroke? {
    mutating get {
      waitingCount > reader.number ? waiting[unchecked: place(reader.number)] : nil
    }
  }

  /// When the next stroke ended, µs; invalid if none waits.
  public var endOfNext: UInt32 { mutating get { waiting[unchecked: place(reader.number)].time } }

  /// True if the next stroke is complete, so that it can be read.
  public var isNextReadable: Bool {
    mutating get {
      waitingCount > reader.number
        && waiting[unchecked: place(reader.number)].ending == .complete
    }
  }

  /// The index of the stroke with `number` older strokes before it.
  func place(_ number: Int) -> Int { (firstWaiting &+ number) & 7 }

  /// The next stroke has been read. Finishes it unless it is kept.
  @usableFromInline mutating func endReading() {
    let stroke = waiting[unchecked: place(reader.number)]
    shapeOfLast = reader.shape(of: stroke)
    if reader.keepsPoints {
      projectedCount = Swift.max(projectedCount, reader.number &+ 1)
      beginReading(0, start: 0, keepsPoints: false)
    } else {
      rejectionOfLast = stroke.rejection
      endOfFirstOfLast = stroke.time
      forgetFirst()
    }
  }

  /// Goes to the beginning of the stroke with `number` older strokes before it. Not inlined: one
  /// copy is enough.
  @inline(never)
  mutating func beginReading(_ number: Int, start: Int, keepsPoints: Bool) {
    reader = StrokeReader()
    (reader.number, reader.start) = (number, start)
    reader.keepsPoints = keepsPoints
  }

  /// Forgets every waiting stroke and the one that was finished last.
  mutating func forgetAll() {
    (firstWaiting, waitingCount, projectedCount) = (0, 0, 0)
    (endOfLast, endOfFirstOfLast) = (0, 0)
    shapeOfLast = StrokeShape()
    rejectionOfLast = Rejection(.duration, value: .zero)
    beginReading(0, start: 0, keepsPoints: false)
  }

  /// Removes the oldest waiting stroke, whose points are already removed.
  mutating func forgetFirst() {
    endOfLast = waiting[unchecked: firstWaiting].time
    firstWaiting = place(1)
    waitingCount &-= 1
    projectedCount = Swift.max(projectedCount &- 1, 0)
    beginReading(0, start: 0, keepsPoints: false)
  }
}
