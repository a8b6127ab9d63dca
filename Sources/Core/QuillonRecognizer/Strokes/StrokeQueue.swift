import QuillonFusion
import QuillonNumerics

/// Strokes in memory of fixed size: the one that is being written, and before it those that ended and
/// wait to be read, in order.
///
/// Points are stored as positions: in space, m, Q8.23, reference frame, or on a touch surface, in any
/// unit. A stroke consists of runs, each from rest to rest and led by its bias, which is known when
/// the run ends; most strokes are one run. Reading is spread over many calls of bounded work and frees the
/// points it is done with, so that the next stroke can be written meanwhile.
///
/// A stroke holds 960 points, 9.6 s at 100 Hz. Of the 1,000 slots it takes 961, and the others are for
/// what is stored before the first pass over it is done, 31 calls after its end: a slot for each call, and
/// one for the bias of each further stroke, which takes the place of the sample that ended the one before.
/// Each lift of the pen within a stroke takes two more.
public struct StrokeQueue: ~Copyable {
  /// How many points a stroke can have.
  public static var strokeCapacity: Int { 960 }
  /// How many points one call of `read` goes through at most.
  @inlinable @inline(__always)
  public static var slice: Int { 32 }
  /// How many strokes can wait.
  public static var maximumWaiting: Int { 8 }

  @usableFromInline package var points = PointRing<1000>()
  package var open = OpenStroke()
  @usableFromInline package var reader = StrokeReader()
  var waiting = InlineArray<8, EndedStroke>(repeating: .none)
  private(set) var firstWaiting = 0
  /// How many strokes wait to be read, the one that is being read among them.
  public private(set) var waitingCount = 0
  /// How many of them lie in their planes already, the first ones.
  package var projectedCount = 0
  /// When the stroke ended that was done with last, µs; of several that were one the last of them, and the first.
  public private(set) var endOfLast: UInt32 = 0
  public internal(set) var endOfFirstOfLast: UInt32 = 0
  /// The shape of that stroke, if it was read, and which gate rejected it, if one did.
  public private(set) var shapeOfLast = StrokeShape()
  public private(set) var rejectionOfLast = Rejection(.duration, value: .zero)

  /// What became of a point, or of a stroke to begin.
  public enum Outcome: Equatable, Sendable {
    /// There is room for it.
    case stored
    /// There is no room for it.
    case full
  }

  /// Without a stroke.
  @inline(__always)
  public init() {}

  /// How many points of the stroke that is being written are stored.
  public var pointCount: Int { open.points }

  /// Begins a stroke; full when `maximumWaiting` wait or the points fill the memory.
  public mutating func begin() -> Outcome {
    open = OpenStroke()
    return waitingCount < Self.maximumWaiting ? beginRun() : .full
  }

  /// Stores a point in space, `microseconds` after the one before (131 ms at most count; of the
  /// first point the time is of no account).
  public mutating func append(
    _ position: Vector3<23>, attitude: UnitQuaternion, microseconds: UInt32
  ) -> Outcome {
    guard append(position, microseconds: microseconds) == .stored else { return .full }
    open.attitudes.add(attitude)
    return .stored
  }

  /// Stores a point in space whose attitude tells nothing of the writing plane. Not inlined: one copy of it is
  /// enough.
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

  /// The pen is lifted or set down again within the stroke: the way to the points that follow is one with the
  /// pen up, or down again. Without room for the mark it is taken not to have moved.
  public mutating func movePen() {
    if points.append(.penMove) { open.slots &+= 1 }
  }

  /// Takes points off the end of the stroke that is being written, down to `count`, and the moves of the pen
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

  /// Forgets the stroke that is being written.
  public mutating func withdraw() {
    points.removeLast(open.slots)
    open = OpenStroke()
  }

  /// Stores a point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰; time as above.
  public mutating func append(touchX x: Int32, y: Int32, microseconds: UInt32) -> Outcome {
    append(Vector3(Fixed(bits: x), Fixed(bits: y), .zero), microseconds: microseconds)
  }

  /// The board rests: the run ends here, and another begins. `impulse` is ∫ a dt since the run began, m/s
  /// (`DampedIntegrator.impulse`): what it has to be 0 from is put down to a constant bias. That bias,
  /// for a quarter of the time, Q10.21, is the answer; nil when there is no room for another run.
  public mutating func endRun(impulse: Vector3<23>) -> Vector3<21>? {
    guard !points.isFull else { return nil }
    let bias = open.endRun(impulse: impulse)
    points[unchecked: open.bias] = InkPoint(bias: bias)
    _ = beginRun()
    return bias
  }

  /// The stroke in space ended at `time`, µs, and waits to be read in the plane that `rule` makes of its mean
  /// attitude; one of fewer than two points is given up. `impulse` as for `endRun`; nil leaves drift in.
  public mutating func end(
    impulse: Vector3<23>?, rule: PlaneRule = .init(), minimumSize: Fixed<23>, time: UInt32
  ) {
    if let impulse { points[unchecked: open.bias] = InkPoint(bias: open.endRun(impulse: impulse)) }
    let plane = rule.plane(at: open.attitudes.rotation ?? .identity)
    end(in: plane, minimumSize: minimumSize, time: time)
  }

  /// The stroke ended at `time`, µs, and waits to be read in `plane`; one of fewer than two points is
  /// given up.
  ///
  /// `minimumSize`, in the unit of the positions, keeps a dot from being blown up to a letter.
  public mutating func end(in plane: WritingPlane, minimumSize: Fixed<23>, time: UInt32) {
    guard open.points >= 2 else { return abandon(.tooShort, time: time) }
    add(EndedStroke(open, time: time, plane: plane, minimumSize: minimumSize))
  }

  /// The stroke is given up at `time`, µs: its points are forgotten, its ending waits to be told.
  public mutating func abandon(_ ending: EndedStroke.Ending, time: UInt32) {
    points.removeLast(open.slots)
    add(EndedStroke(ending: ending, time: time))
  }

  /// A gate has rejected the stroke that is being written, at `time`, µs.
  public mutating func reject(_ rejection: Rejection, time: UInt32) {
    points.removeLast(open.slots)
    add(EndedStroke(rejection, time: time))
  }

  /// A gate rejects the stroke that is to be read next, before any of it has been read.
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
  /// True when a stroke waits of which no point has been read yet.
  public var isAtBeginning: Bool {
    waitingCount > 0 && reader.position == 0 && !reader.isProjected
  }

  /// The stroke to be read next, if any waits.
  @usableFromInline var next: EndedStroke? {
    mutating get {
      waitingCount > reader.number ? waiting[unchecked: place(reader.number)] : nil
    }
  }

  /// When the stroke ended that is to be read next, µs; of no meaning when none waits.
  public var endOfNext: UInt32 { mutating get { waiting[unchecked: place(reader.number)].time } }

  /// True when there is something to be read of the stroke that is to be read next.
  public var isNextReadable: Bool {
    mutating get {
      waitingCount > reader.number
        && waiting[unchecked: place(reader.number)].ending == .complete
    }
  }

  /// Where the stroke stands that `number` others precede.
  func place(_ number: Int) -> Int { (firstWaiting &+ number) & 7 }

  /// The stroke to be read next has been read, and is done with unless it is kept.
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

  /// Goes to the beginning of the stroke that `number` others precede. Not inlined: one copy of it is enough.
  @inline(never)
  mutating func beginReading(_ number: Int, start: Int, keepsPoints: Bool) {
    reader = StrokeReader()
    (reader.number, reader.start) = (number, start)
    reader.keepsPoints = keepsPoints
  }

  /// The stroke that waits first is done with, and its points are gone.
  mutating func forgetFirst() {
    endOfLast = waiting[unchecked: firstWaiting].time
    firstWaiting = place(1)
    waitingCount &-= 1
    projectedCount = Swift.max(projectedCount &- 1, 0)
    beginReading(0, start: 0, keepsPoints: false)
  }
}
