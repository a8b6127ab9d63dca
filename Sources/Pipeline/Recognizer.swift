import FixedPoint
import Geometry
import Ink
import Motion
import Recognition
import Wire

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
/// Meanwhile another stroke may be written; each is read in its turn.
public struct Recognizer: ~Copyable {
  /// The most points of a stroke: 10 s at 100 Hz.
  public static var capacity: Int { StrokeQueue.strokeCapacity }

  /// What the user chose.
  public let parameters: RecognizerParameters
  /// The lab's kind of model, in force unless a packed one is.
  public private(set) var model: LinearModel
  /// The packed model in force, if one is.
  public private(set) var packedModel: PackedModel?
  /// What has happened so far.
  public private(set) var counters = RecognizerCounters()
  /// Velocity and position now.
  public private(set) var tracker: MotionTracker
  var strokes = StrokeQueue()
  private(set) var phase = Phase.idle
  private(set) var touchClock = StepClock(maximumStep: .max)
  /// What a constant acceleration of ¼ m/s² would have done since the last rest; followed only if rest
  /// is corrected for.
  private(set) var response = AxisIntegrator()
  var scorer = StrokeScorer()
  /// Attitude and acceleration of a board that sends its raw sensors; nil before the first sample of
  /// such a board. It lies last: what every sample goes through is reached by shorter instructions.
  var fusion: MotionFusion?

  enum Phase: UInt32 {
    /// The pen is up.
    case idle
    /// The pen is down and its path is stored.
    case writing
    /// The pen is down, but the stroke is over already.
    case over
  }

  /// A recognizer that has seen nothing.
  public init(model: consuming LinearModel, parameters: RecognizerParameters = .init()) {
    self.model = model
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// A recognizer that has seen nothing and scores by a packed model, whose bytes must stay where they are.
  public init(model: PackedModel, parameters: RecognizerParameters = .init()) {
    self.init(parameters: parameters)
    packedModel = model
  }

  /// A recognizer that has seen nothing and has no model yet; see `loadModel` and `use`.
  public init(parameters: RecognizerParameters = .init()) {
    model = LinearModel()
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// Lets `load` fill the model in place: the way on a controller, which has no room for a second one.
  public mutating func loadModel(_ load: (inout LinearModel) -> Void) { load(&model) }

  /// Scores by a packed model from the next stroke on; its bytes must stay where they are. To be called
  /// while no stroke is being read.
  public mutating func use(_ model: PackedModel) { packedModel = model }

  /// How a raw board stands and moves, at its latest sample; nil for a board that sends its attitude.
  public var latestMotion: DeviceMotion? { mutating get { fusion?.latest } }

  /// How many points of the stroke that is being written are stored.
  public var pointCount: Int { strokes.pointCount }

  /// True while strokes that ended wait for their events.
  public var isReading: Bool { strokes.waitingCount > 0 || scorer.isBusy }

  /// When the stroke ended that the last event is about: the timestamp of its last sample, µs.
  public var endOfLastStroke: UInt32 { strokes.endOfLast }

  /// Takes the next sample of an IMU; the event that is due, if any. There is one event for each
  /// stroke, in the order in which they were written.
  public mutating func push(_ sample: InertialSample) -> Event? {
    counters.samples.add()
    if sample.attitude == nil && sample.angularRate != nil && fusion == nil { startFusing() }
    follow(sample)
    return read()
  }

  /// Takes the next point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰, its time in
  /// µs. `minimumSize`, in the same unit, keeps a dot from being read as a letter. The point that
  /// comes with the pen up is not part of the stroke. Events as for samples.
  ///
  /// Times farther apart than 131 ms count as 131 ms: a finger that lies still sends nothing.
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    let elapsed =
      switch touchClock.advance(to: timestamp) {
      case .step(let microseconds): microseconds
      case .gap: touchClock.maximumStep
      case .first, .none: UInt32(0)
      }
    if phase == .idle && pen == .down { begin() }
    if phase == .writing {
      let isFull =
        pen == .down && strokes.append(touchX: x, y: y, microseconds: elapsed) == .full
      if isFull { counters.fullStrokes.add() }
      if isFull || pen == .up {
        strokes.end(in: .touch, minimumSize: Fixed(bits: minimumSize), time: timestamp)
        phase = .over
      }
    }
    if pen == .up { phase = .idle }
    return read()
  }

  /// No more samples come: reads what waits to be read, at once, up to the next event; nil when
  /// nothing waits. A stroke that is still being written is not ended.
  public mutating func finish() -> Event? {
    while isReading {
      if let event = read() { return event }
    }
    return nil
  }

  /// The features that the lab's kind of model gave the last verdict for, for those who train on them; of no
  /// meaning once the next stroke is being read.
  public mutating func strokeFeatures() -> ZoneFeatures { scorer.zoneFeatures() }

  /// Follows the board and the pen.
  private mutating func follow(_ sample: InertialSample) {
    if sample.pen == .up {
      if phase == .writing { end(at: sample.timestamp) }
      phase = .idle
    }
    guard let attitude = sample.attitude else { return followRaw(sample) }
    guard let attitude = attitude.validated else { return counters.withoutAttitude.add() }
    move(
      attitude, sample.acceleration.inReferenceFrame(of: attitude), sample.angularRate, sample)
  }

  /// Follows a board that sends its raw sensors, as fusion finds it.
  private mutating func followRaw(_ sample: InertialSample) {
    guard let motion = fusion?.push(sample) else { return counters.withoutAttitude.add() }
    guard motion.status == .ready else {
      counters.unsettled.add()
      if sample.pen == .down { abandonUnsettled(at: sample.timestamp) }
      return
    }
    move(
      motion.attitude, motion.attitude.rotate(motion.linearAcceleration), motion.angularRate,
      sample)
  }

  /// The path goes on to `sample`, with a linear acceleration, m/s², reference frame, and an angular
  /// rate, rad/s, if known.
  @inline(__always)
  private mutating func move(
    _ attitude: UnitQuaternion, _ acceleration: Vector3<23>, _ angularRate: Vector3<25>?,
    _ sample: InertialSample
  ) {
    let progress = tracker.advance(to: sample.timestamp, acceleration: acceleration)
    if progress == .interrupted { counters.gaps.add() }
    if parameters.correctsAtRest, case .moved(let microseconds) = progress {
      tracker.observe(acceleration, angularRate: angularRate, microseconds: microseconds)
    }
    switch phase {
    case .idle:
      if parameters.resetsWithPen { tracker.restart() }
      guard sample.pen == .down else { return }
      begin()
      if phase == .writing { store(attitude, microseconds: 0, at: sample.timestamp) }
    case .writing:
      write(progress, attitude, at: sample.timestamp)
    case .over: break
    }
  }

  /// Not inlined, so that what it builds is on the stack only while it runs.
  @inline(never)
  private mutating func startFusing() { fusion = MotionFusion(parameters.fusion) }

  /// A stroke that was begun, or is being written, without a reliable attitude is given up.
  private mutating func abandonUnsettled(at time: UInt32) {
    if phase == .idle { begin() }
    guard phase == .writing else { return }
    phase = .over
    strokes.abandon(.unsettled, time: time)
  }

  private mutating func begin() {
    response = AxisIntegrator()
    if strokes.begin() == .full {
      counters.fullStrokes.add()
      phase = .over
    } else {
      phase = .writing
    }
  }

  private mutating func write(
    _ progress: MotionTracker.Progress, _ attitude: UnitQuaternion, at time: UInt32
  ) {
    switch progress {
    case .started, .unchanged: break
    case .interrupted:
      phase = .over
      strokes.abandon(.gap, time: time)
    case .moved(let microseconds):
      store(attitude, microseconds: microseconds, at: time)
      if parameters.correctsAtRest && phase == .writing { correctAtRest(microseconds) }
    }
  }

  private mutating func store(
    _ attitude: UnitQuaternion, microseconds: UInt32, at time: UInt32
  ) {
    let outcome = strokes.append(
      tracker.integrator.position, attitude: attitude, microseconds: microseconds)
    guard outcome == .full else { return }
    // The stroke ends here, whatever the pen does.
    counters.fullStrokes.add()
    phase = .over
    end(at: time)
  }

  /// The zero-velocity update: at rest the velocity is 0, and the path since the last rest was wrong
  /// by what its mean acceleration explains.
  ///
  /// b·r: Q10.21 × Q8.23 = Q.44, one term, clamped to Q8.23.
  private mutating func correctAtRest(_ microseconds: UInt32) {
    let rule = parameters.motion.integrator.rule
    response.step(Fixed(bits: 1 &<< 21), StepCoefficients(microseconds, rule))
    guard tracker.isAtRest, let bias = strokes.endRun(impulse: tracker.integrator.impulse) else {
      return
    }
    tracker.stop(correctingPositionBy: bias.multiplied(by: response.position))
    response = AxisIntegrator()
  }

  /// Closes the stroke, which then waits to be read.
  private mutating func end(at time: UInt32) {
    strokes.end(
      impulse: parameters.removesDrift ? tracker.integrator.impulse : nil,
      minimumSize: parameters.minimumSize, time: time)
  }

  /// Reads on in the strokes that ended, or scores the one that has been read: a slice.
  private mutating func read() -> Event? {
    if scorer.isBusy { return score() }
    guard strokes.waitingCount > 0 else { return nil }
    if strokes.isAtBeginning { scorer.begin(packedModel?.featureSet ?? .zones) }
    if scorer.makeRoom() { return nil }
    let progress = strokes.read(under: parameters.motion.integrator.rule) {
      scorer.add($0, $1, $2)
    }
    switch progress {
    case .idle, .busy: return nil
    case .ended(.gap): return .abandoned(.gap)
    case .ended(.tooShort): return .abandoned(.tooShort)
    case .ended(.unsettled): return .abandoned(.unsettled)
    case .ended(.complete): return complete()
    }
  }

  /// The stroke has been read: the lab's kind of model names it at once.
  private mutating func complete() -> Event? {
    guard packedModel == nil else {
      scorer.end()
      return nil
    }
    var features = scorer.zoneFeatures()
    return .verdict(model.verdict(on: &features))
  }

  private mutating func score() -> Event? {
    guard let packedModel, let verdict = scorer.advance(packedModel) else { return nil }
    return .verdict(verdict)
  }
}
