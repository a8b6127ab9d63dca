import QuillonFusion
import QuillonNumerics

/// The whole chain, from a sample to a verdict, in one struct of fixed size.
///
/// It owns all state per sample; nobody else keeps any. It allocates nothing, uses integers only and never
/// traps, whatever the samples hold. It can't be copied, because its points take eight kilobytes.
///
/// No call takes long. A stroke that ended is read in slices of at most 32 points, one in each call from
/// pen-up on, so the event comes some samples later:
///
///     pen down    down … down          up         +1 … +(s−1)   +s … +(2s−2)      +(2s−1)
///     begins      points are stored    ends, and a slice of …   and of …          the event
///                                      drift and plane          scale, features
///
/// with s = ⌈(n + 1)/32⌉. A packed model takes more: before a slice is read into features, a call each time
/// that the path has to be thinned to make room (8 at most, only for paths of more than 95 points), and
/// after the last one the calls of ``StrokeScorer``: with `airPath`, 64 hidden units and 26 labels 11, so
/// that the event of 150 points comes some 20 samples after the one that lifted the pen.
///
/// Meanwhile another stroke may be written; each is read in its turn. `WritingSettings` may delay the event
/// further: by the time that the pen may be up or the hand rest within a letter, and until rest has shown after it.
///
/// What it is called by is ``Recognizer``, which takes models of either kind, and ``PathRecognizer``, which
/// spares firmware the kind that it does not carry. Only the few lines that join the two halves, the writer
/// of strokes and the scorer, are generic; they are specialized where they are used.
public struct StrokeRecognizer<Scorer: InkScorer>: ~Copyable {
  /// The most points of a stroke: 9.6 s at 100 Hz.
  public static var capacity: Int { StrokeQueue.strokeCapacity }

  @usableFromInline package var writer = StrokeWriter()
  /// What names the strokes; to be changed while none is being read.
  public var scorer = Scorer()

  /// A recognizer that has seen nothing and has no model yet. Not inlined, so that its ten kilobytes are built where
  /// they stay and not on the stack.
  @inlinable @inline(never)
  public init() {}

  /// Takes the next sample of an IMU; the event that is due, if any. There is one event for each
  /// stroke, or for several that are one letter, in the order in which they were written.
  @inlinable
  public mutating func push(_ sample: InertialSample) -> Event? {
    if writer.isFirstRaw(sample) { writer.startFusing() }
    if Scorer.allowsStabilizers { writer.follow(sample) } else { writer.followUndamped(sample) }
    return read(isLast: false)
  }

  /// Takes the next point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰, its time in
  /// µs. `minimumSize`, in the same unit, keeps a dot from being read as a letter. The point that
  /// comes with the pen up is not part of the stroke. Events as for samples; a letter that may have several strokes
  /// is over with the first point whose time tells so, or with ``finish()``.
  ///
  /// Times farther apart than 131 ms count as 131 ms: a finger that lies still sends nothing.
  @inlinable
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    writer.follow(
      touchX: x, y: y, timestamp: timestamp, pen: pen, minimumSize: Fixed(bits: minimumSize))
    return read(isLast: false)
  }

  /// No more samples come: reads what waits to be read, at once, up to the next event; nil when
  /// nothing waits. A stroke that is still being written is not ended; a letter whose pen is lifted is.
  @inlinable
  public mutating func finish() -> Event? {
    if Scorer.allowsStabilizers { writer.endLifted(after: 0) }
    while isReading {
      if let event = read(isLast: true) { return event }
    }
    return nil
  }

  /// Reads what may be read by now, at once, up to the next event, for those who have the time: nil when nothing waits,
  /// or what waits can't be told before more samples come.
  @inlinable
  public mutating func hurry() -> Event? {
    while isReading {
      if !scorer.isBusy, writer.strokes.isAtBeginning, writer.beginReading(false) == .wait {
        return nil
      }
      if let event = read(isLast: false) { return event }
    }
    return nil
  }

  /// True while strokes that ended wait for their events.
  @inlinable
  public var isReading: Bool { writer.strokes.waitingCount > 0 || scorer.isBusy }

  /// Reads on in the strokes that ended, or scores the one that has been read: a slice.
  @inlinable
  mutating func read(isLast: Bool) -> Event? {
    if scorer.isBusy { return conclude(scorer.advance()) }
    guard writer.strokes.waitingCount > 0 else { return nil }
    if writer.strokes.isAtBeginning {
      switch writer.beginReading(isLast) {
      case .wait: return nil
      case .tell: return writer.release()
      case .read: break
      }
      if Scorer.allowsStabilizers { writer.findPlane() }
      scorer.begin()
    }
    if scorer.makeRoom() { return nil }
    let rule = writer.rule
    let progress = writer.strokes.readStrokes(
      under: rule, undamped: !Scorer.allowsStabilizers
    ) {
      scorer.add($0, $1, $2, $3)
    }
    switch progress {
    case .idle, .busy: return nil
    case .ended(.gap): return .abandoned(.gap)
    case .ended(.tooShort): return .abandoned(.tooShort)
    case .ended(.notConverged): return .abandoned(.notConverged)
    case .ended(.rejected): return .rejected(writer.strokes.rejectionOfLast)
    case .ended(.complete):
      guard let rejection = writer.shapeRejection else { return conclude(scorer.end()) }
      let isTold = !writer.joiner.holds
      let event = writer.conclude(nil)
      return isTold ? .rejected(rejection) : event
    }
  }

  /// What is to be told when the scorer has come to `classification`, if it has.
  @inlinable
  mutating func conclude(_ classification: Classification?) -> Event? {
    classification == nil ? nil : writer.conclude(classification)
  }
}

extension StrokeRecognizer {
  /// Writes by these settings from now on, as far as they can be followed; a stroke that is being written is
  /// forgotten.
  public mutating func adopt(_ settings: WritingSettings) {
    var settings = settings
    if !Scorer.allowsStabilizers {
      if settings.pen == .samples { settings.penUpTime = 0 }
      if settings.plane.kind == .principal { settings.plane.kind = .wrist }
    }
    writer.adopt(settings)
  }

  /// The pen as the motion tells it, down from when it is known that something is being written; nil if the
  /// samples tell it.
  public var penByMotion: PenState? {
    guard writer.parameters.writing.pen == .motion else { return nil }
    return writer.phase == .writing && writer.watch.segmenter.isWriting ? .down : .up
  }

  /// The timestamp of the first sample of the stroke that is being written, or was last, µs.
  public var beginningOfStroke: UInt32 { writer.beginning }

  /// What the user chose.
  public var parameters: RecognizerParameters { writer.parameters }

  /// What has happened so far.
  public var counters: RecognizerCounters { writer.counters }

  /// Velocity and position now.
  public var tracker: MotionTracker { writer.tracker }

  /// How a raw board stands and moves at `sample`, the latest one; nil for a board that sends its attitude.
  public func motion(of sample: InertialSample) -> DeviceMotion? {
    writer.filter?.motion(of: sample)
  }

  /// How many points of the stroke that is being written are stored.
  public var pointCount: Int { writer.strokes.pointCount }

  /// When the stroke ended that the last event is about, of several that are one letter the last: the timestamp of
  /// its last sample, µs.
  public var endOfLastStroke: UInt32 { writer.strokes.endOfLast }

  /// When the first of the strokes ended that the last event is about, µs: the same where it is about one.
  public var endOfFirstStroke: UInt32 { writer.strokes.endOfFirstOfLast }
}
