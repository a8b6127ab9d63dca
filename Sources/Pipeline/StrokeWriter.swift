import FixedPoint
import Geometry
import Ink
import Motion
import Wire

/// Follows the board and the pen, and stores what is written: the half of the recognizer that every
/// sample goes through.
@usableFromInline
struct StrokeWriter: ~Copyable {
  let parameters: RecognizerParameters
  var counters = RecognizerCounters()
  var tracker: MotionTracker
  @usableFromInline var strokes = StrokeQueue()
  private(set) var phase = Phase.idle
  private(set) var touchClock = StepClock(maximumStep: .max)
  /// What a constant acceleration of ¼ m/s² would have done since the last rest; followed only if rest
  /// is corrected for.
  private(set) var response = AxisIntegrator()
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

  @usableFromInline
  init(_ parameters: RecognizerParameters) {
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// The rule that strokes are read under.
  @usableFromInline var rule: IntegrationRule { parameters.motion.integrator.rule }

  /// Follows the board and the pen.
  @usableFromInline
  mutating func follow(_ sample: InertialSample) {
    counters.samples.add()
    if sample.attitude == nil && sample.angularRate != nil && fusion == nil { startFusing() }
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

  /// Takes the next point of a touch surface; see `StrokeRecognizer`.
  @usableFromInline
  mutating func follow(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Fixed<23>
  ) {
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
        strokes.end(in: .touch, minimumSize: minimumSize, time: timestamp)
        phase = .over
      }
    }
    if pen == .up { phase = .idle }
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
}
