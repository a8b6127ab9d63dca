import QuillonFusion
import QuillonNumerics

/// The whole chain from a sample to a classification, in one struct of fixed size.
///
/// It owns all per-sample state. It allocates nothing, uses integers only and never traps, whatever
/// the samples hold. It is noncopyable because its points occupy eight kilobytes.
///
/// The work of a call is bounded. A stroke that ended is read in slices of at most 32 points. Each
/// call from pen-up on reads one slice, so the event comes some samples later:
///
///     pen down    down … down          up         +1 … +(s−1)   +s … +(2s−2)      +(2s−1)
///     begins      points are stored    ends, and a slice of …   and of …          the event
///                                      drift and plane          scale, features
///
/// with s = ⌈(n + 1)/32⌉. A packed model needs more calls. Before a slice is read into features,
/// each thinning of the path to make room takes a call: 8 at most, and only for paths of more than
/// 95 points. After the last slice come the calls of ``StrokeScorer``: 11 for `airPath`, 64 hidden
/// units and 26 labels. So the event of 150 points comes some 20 samples after the sample that
/// lifted the pen.
///
/// Another stroke may be written meanwhile. Strokes are read in their order. `WritingSettings` may
/// delay the event further: by the time that the pen may be up or the hand at rest within a letter,
/// and until the hand has been at rest after it.
///
/// Use it as ``Recognizer``, which accepts models of either kind, or as ``PathRecognizer``, which
/// spares firmware the code of the kind that it does not carry. Only the few lines that join the
/// writer of strokes and the scorer are generic. They are specialized where they are used.
public struct StrokeRecognizer<Scorer: InkScorer>: ~Copyable {
  /// The most points of a stroke: 9.6 s at 100 Hz.
  public static var capacity: Int { StrokeQueue.strokeCapacity }

  @usableFromInline package var writer = StrokeWriter()
  /// Classifies the strokes. Change it only while no stroke is being read.
  public var scorer = Scorer()

  /// A recognizer without samples and without a model. Not inlined: this builds its ten kilobytes
  /// in place and not on the stack.
  @inlinable @inline(never)
  public init() {}

  /// Processes the next sample of an IMU and returns the event that is due, if any.
  ///
  /// There is one event for each stroke, or for several strokes that are one letter. Events come in
  /// the order of writing.
  @inlinable
  public mutating func push(_ sample: InertialSample) -> Event? {
    let sample = scorer.prepared(sample)
    if writer.isFirstRaw(sample) { writer.startFusing() }
    switch Scorer.strokes {
    case .undamped: writer.followUndamped(sample)
    case .damped: writer.followDamped(sample)
    case .all: writer.follow(sample)
    }
    return read(isLast: false)
  }

  /// Processes the next point of a touch surface and returns the event that is due, if any.
  ///
  /// A point that comes with the pen up is not part of the stroke. Events are as for samples. A
  /// letter that may have several strokes ends with the first point whose time is late enough, or
  /// with ``finish()``. Times more than 131 ms apart count as 131 ms: a finger that does not move
  /// sends nothing.
  ///
  /// - Parameters:
  ///   - x: To the right, any unit, −2³⁰…2³⁰.
  ///   - y: Down, in the same unit and range.
  ///   - timestamp: µs.
  ///   - pen: Whether the pen touches the surface.
  ///   - minimumSize: The minimum size of a letter, in the unit of x and y. A smaller stroke is
  ///     rejected by the gate `extent`, so that a dot is not read as a letter.
  @inlinable
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    writer.follow(
      touchX: x, y: y, timestamp: timestamp, pen: pen, minimumSize: Fixed(bits: minimumSize))
    return read(isLast: false)
  }

  /// Call this when no more samples come. Reads the waiting strokes up to the next event in one
  /// call; nil if none waits.
  ///
  /// It does not end a stroke that is still being written. It ends a letter whose pen is lifted.
  @inlinable
  public mutating func finish() -> Event? {
    if Scorer.strokes == .all { writer.endLifted(after: 0) }
    while isReading {
      if let event = read(isLast: true) { return event }
    }
    return nil
  }

  /// Reads what may be read now, up to the next event, in one call. For callers that have the time.
  ///
  /// Returns nil if no stroke waits, or if a decision needs more samples.
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

  /// True while ended strokes wait for their events.
  @inlinable
  public var isReading: Bool { writer.strokes.waitingCount > 0 || scorer.isBusy }

  /// Does one slice of work, and decides whether a letter that it reports is rejected.
  @inlinable
  mutating func read(isLast: Bool) -> Event? {
    var event = readSlice(isLast: isLast)
    if event != nil { writer.judge(&event, threshold: scorer.rejectThreshold) }
    return event
  }

  /// Continues to read the ended strokes, or scores the one that has been read.
  @inlinable
  mutating func readSlice(isLast: Bool) -> Event? {
    if scorer.isBusy { return conclude(scorer.advance()) }
    guard writer.strokes.waitingCount > 0 else { return nil }
    if writer.strokes.isAtBeginning {
      let beginning =
        Scorer.strokes == .damped
        ? writer.beginReadingAlone(isLast) : writer.beginReading(isLast)
      switch beginning {
      case .wait: return nil
      case .tell: return Scorer.strokes == .damped ? nil : writer.release()
      case .read: break
      }
      if Scorer.strokes == .all { writer.findPlane() }
      scorer.begin()
    }
    if scorer.makeRoom() { return nil }
    let rule = writer.rule
    let progress = writer.strokes.readStrokes(
      under: rule, undamped: Scorer.strokes == .undamped
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
      guard let rejection = writer.shapeRejection(readsSmall: scorer.readsSmallStrokes) else {
        return conclude(scorer.end())
      }
      if Scorer.strokes == .damped { return .rejected(rejection) }
      let isTold = !writer.joiner.holds
      let event = writer.conclude(nil)
      return isTold ? .rejected(rejection) : event
    }
  }

  /// The event to report once the scorer has come to `classification`; nil before.
  @inlinable
  mutating func conclude(_ classification: Classification?) -> Event? {
    if Scorer.strokes == .damped { return classification.map(Event.classification) }
    return classification == nil ? nil : writer.conclude(classification)
  }
}

extension StrokeRecognizer {
  /// Uses these settings from now on, as far as this recognizer supports them. Discards a stroke
  /// that is being written.
  public mutating func adopt(_ settings: WritingSettings) {
    var settings = settings
    if Scorer.strokes != .all {
      if settings.pen == .samples || Scorer.strokes == .damped { settings.penUpTime = 0 }
      if settings.plane.kind == .principal { settings.plane.kind = .wrist }
    }
    writer.adopt(settings)
  }

  /// The margin that the letter of the last event had to reach, Q19.12; nil for a model without a
  /// threshold. Where the motion determines the pen, it depends on the strokes before the letter: a
  /// letter is more likely after letters than after strokes that were none.
  ///
  /// The getter is mutating, because another one would copy the recognizer to the stack.
  public var leastMargin: Fixed<12>? {
    mutating get { scorer.rejectThreshold.map { writer.context.leastMargin($0) } }
  }

  /// Another classification of the letter of the last event, rejected or not by ``leastMargin``: for
  /// callers that score its features in another way. It is mutating like ``leastMargin``.
  public mutating func judged(_ classification: Classification) -> Classification {
    guard let leastMargin else { return classification }
    var judged = classification
    judged.isRejected = classification.margin < leastMargin
    return judged
  }

  /// The pen state that the motion detection found: down from the moment it is known that something
  /// is being written. Nil if the samples give the pen state.
  public var penByMotion: PenState? {
    guard writer.parameters.writing.pen == .motion else { return nil }
    return writer.phase == .writing && writer.watch.segmenter.isWriting ? .down : .up
  }

  /// The timestamp of the first sample of the current stroke, or of the last one, µs.
  public var beginningOfStroke: UInt32 { writer.beginning }

  /// The parameters in use.
  public var parameters: RecognizerParameters { writer.parameters }

  /// The counters.
  public var counters: RecognizerCounters { writer.counters }

  /// Velocity and position now.
  public var tracker: MotionTracker { writer.tracker }

  /// True if the attitude is known well: the board sends it, or gravity has been averaged for long enough to compute it. Before that, a stroke
  /// that the motion begins is abandoned, and one of a button is read a little less well.
  public var knowsAttitude: Bool { writer.filter?.knowsGravity ?? true }

  /// The device motion of a raw board at `sample`, which must be the latest one; nil for a board
  /// that sends its attitude.
  public func motion(of sample: InertialSample) -> DeviceMotion? {
    writer.filter?.motion(of: sample)
  }

  /// How many points of the current stroke are stored.
  public var pointCount: Int { writer.strokes.pointCount }

  /// The shape of the stroke that was read last; empty before the first one.
  public var shapeOfLastStroke: StrokeShape { writer.strokes.shapeOfLast }

  /// When the stroke of the last event ended: the timestamp of its last sample, µs. For a letter of
  /// several strokes, the last one counts.
  public var endOfLastStroke: UInt32 { writer.strokes.endOfLast }

  /// When the first stroke of the last event ended, µs. The same as ``endOfLastStroke`` for an
  /// event about one stroke.
  public var endOfFirstStroke: UInt32 { writer.strokes.endOfFirstOfLast }
}
