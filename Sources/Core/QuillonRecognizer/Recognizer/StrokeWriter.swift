import QuillonFusion
import QuillonNumerics

/// Follows the board and the pen, and stores what is written. Every sample passes through this half
/// of the recognizer.
@usableFromInline
package struct StrokeWriter: ~Copyable {
  private(set) var parameters = RecognizerParameters()
  package var counters = RecognizerCounters()
  package var tracker = MotionTracker(.standard)
  @usableFromInline package var strokes = StrokeQueue()
  package var phase = Phase.idle
  /// The time of the latest sample or point, µs.
  var now: UInt32 = 0
  /// The time of the first sample or point of the stroke, µs.
  private(set) var beginning: UInt32 = 0
  var watch = MotionWatch()
  @usableFromInline package var joiner = LetterJoiner()
  /// The evidence from the strokes before the next letter.
  @usableFromInline package var context = WritingContext()
  /// The response to a constant acceleration of ¼ m/s² since the last rest. Updated only if
  /// positions are corrected at rest.
  package private(set) var response = AxisIntegrator()
  package var touchClock = StepClock(maximumStep: .max)
  /// True if the attitude had not converged at some sample of the stroke that the motion began.
  var isLost = false
  /// Where the pen was last lifted within a letter that may continue.
  var lift = Lift()
  /// Finds the attitude of a board that sends raw sensor data; nil before its first sample. It is
  /// stored last, so that the fields used for every sample need shorter instructions.
  package var filter: StrokeFilter?

  package enum Phase: UInt32 {
    /// The pen is up.
    case idle
    /// The pen is down and its path is stored.
    case writing
    /// The pen is down, but the stroke is already over.
    case over
    /// The pen is up, but may be set down again for the same letter.
    case lifted
  }

  /// The state at the moment the pen was lifted.
  struct Lift {
    var points = 0
    var impulse = Vector3<23>.zero
    var time: UInt32 = 0
    /// The smallest size to magnify on a touch surface; nil in space.
    var touchSize: Fixed<23>?
  }

  /// Inlined and without parameters, so that its eight kilobytes are built in place and not on the
  /// stack.
  @usableFromInline @inline(__always)
  init() {}

  /// Sets the parameters. Call this before the first sample.
  @usableFromInline
  mutating func choose(_ parameters: RecognizerParameters) {
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// Goes back to the default parameters, and forgets the beginning of the stroke and its response.
  @inline(never)
  mutating func resetParameters() {
    parameters = RecognizerParameters()
    beginning = 0
    response = AxisIntegrator()
  }

  /// The integration rule for reading strokes.
  @usableFromInline var rule: IntegrationRule {
    mutating get { parameters.motion.integrator.rule }
  }

  /// Follows the board and the pen, with everything that the parameters may ask for.
  @usableFromInline
  mutating func follow(_ sample: InertialSample) { follow(sample, .all) }

  /// The same without letters of several pen strokes. The parameters must not ask for these. A program calls only one of the
  /// three; the others are not linked.
  @usableFromInline
  mutating func followDamped(_ sample: InertialSample) { follow(sample, .damped) }

  /// The same without damping and correction at rest, too.
  @usableFromInline
  mutating func followUndamped(_ sample: InertialSample) { follow(sample, .undamped) }

  @inline(__always)
  private mutating func follow(_ sample: InertialSample, _ support: StrokeSupport) {
    counters.samples.add()
    now = sample.timestamp
    if support == .all, phase == .lifted {
      endLifted(after: UInt32(parameters.writing.penUpTime) &* 1_000)
    }
    if sample.pen == .up && parameters.writing.pen == .samples { liftPen(support) }
    guard let motion = motion(at: sample) else { return }
    move(motion, sample, support)
  }

  /// What moves the path: the attitude, the linear acceleration, m/s², reference frame, and the angular rate, rad/s, if known.
  private typealias Motion = (
    attitude: UnitQuaternion, acceleration: Vector3<23>, angularRate: Vector3<25>?
  )

  /// The motion at `sample`; nil if the attitude is not known, which is counted.
  @inline(__always)
  private mutating func motion(at sample: InertialSample) -> Motion? {
    guard let attitude = sample.attitude else { return fusedMotion(at: sample) }
    guard let attitude = attitude.validated else {
      counters.withoutAttitude.add()
      return nil
    }
    return (attitude, sample.acceleration.inReferenceFrame(of: attitude), sample.angularRate)
  }

  /// The same for a board that sends raw sensor data, with the attitude from sensor fusion.
  @inline(__always)
  private mutating func fusedMotion(at sample: InertialSample) -> Motion? {
    guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate
    else {
      counters.withoutAttitude.add()
      return nil
    }
    filter?.push(timestamp: now, specificForce: force, angularRate: rate)
    switch filter?.status {
    case nil, .starting:
      counters.withoutAttitude.add()
      return nil
    case .converging, .ready:
      guard let attitude = filter?.attitude, let vertical = filter?.vertical else { return nil }
      noteConvergence()
      let linear = Gravity.removed(from: force, along: vertical)
      return (attitude, attitude.rotateOutOfLine(linear), filter?.angularRate)
    }
  }

  /// True while the filter has not averaged gravity for long enough. The bias of the gyroscope may still be unknown: within a letter it
  /// turns the attitude by little.
  var isConverging: Bool {
    mutating get { filter?.knowsGravity == false }
  }

  /// Where the motion determines the pen, an acceleration that is wrong by a part of gravity begins strokes that nobody wrote. So strokes before
  /// convergence are followed, to report that they are lost. Where a button determines it, they are read: the drift removal subtracts the
  /// constant part of the error.
  private mutating func noteConvergence() {
    guard parameters.writing.pen == .motion, isConverging else { return }
    counters.notConverged.add()
    isLost = true
  }

  /// Continues the path to `sample`.
  @inline(__always)
  private mutating func move(_ motion: Motion, _ sample: InertialSample, _ support: StrokeSupport) {
    let undamped = support == .undamped
    let (attitude, acceleration, angularRate) = motion
    let progress = tracker.advance(
      to: sample.timestamp, acceleration: acceleration, undamped: undamped)
    if progress == .interrupted { counters.gaps.add() }
    if !undamped, parameters.correctsAtRest, case .moved(let microseconds) = progress {
      tracker.observe(acceleration, angularRate: angularRate, microseconds: microseconds)
    }
    if parameters.watchesMotion {
      watch(progress, acceleration, angularRate)
      if parameters.writing.pen == .motion {
        return undamped ? segmentUndamped(progress, attitude) : segment(progress, attitude)
      }
    }
    switch phase {
    case .idle:
      if parameters.resetsWithPen { tracker.restart() }
      guard sample.pen == .down else { return }
      begin(at: sample.timestamp)
      if phase == .writing {
        store(attitude, microseconds: 0, at: sample.timestamp, turns: angularRate != nil)
      }
    case .writing:
      write(
        progress, attitude, at: sample.timestamp, turns: angularRate != nil, undamped: undamped)
    case .over: break
    case .lifted: if support == .all { writeLifted(progress, sample.pen) }
    }
  }

  /// True if `sample` is the first of a board that sends raw sensor data.
  @usableFromInline
  mutating func isFirstRaw(_ sample: InertialSample) -> Bool {
    sample.attitude == nil && sample.angularRate != nil && filter == nil
  }

  /// Call this before the first raw sample is followed, and from no deeper on the stack: it needs
  /// more stack than anything else.
  @usableFromInline @inline(never)
  mutating func startFusing() { filter = StrokeFilter(parameters.filter) }

  /// Abandons a stroke of the motion that began before the attitude had converged.
  mutating func abandonBeforeConvergence(at time: UInt32) {
    phase = .over
    counters.strokesBeforeConvergence.add()
    strokes.abandon(.notConverged, time: time)
  }

  mutating func begin(at time: UInt32) {
    beginning = time
    if parameters.watchesMotion { watch.begin(at: time) }
    response = AxisIntegrator()
    if strokes.begin() == .full {
      counters.fullStrokes.add()
      phase = .over
    } else {
      phase = .writing
    }
  }

  @inline(__always)
  private mutating func write(
    _ progress: MotionTracker.Progress, _ attitude: UnitQuaternion, at time: UInt32, turns: Bool,
    undamped: Bool
  ) {
    switch progress {
    case .started, .unchanged: break
    case .interrupted:
      phase = .over
      strokes.abandon(.gap, time: time)
    case .moved(let microseconds):
      store(attitude, microseconds: microseconds, at: time, turns: turns)
      if !undamped && parameters.correctsAtRest && phase == .writing { correctAtRest(microseconds) }
    }
  }

  /// Stores a point. `turns` is true if the attitude comes from a gyroscope. That of an accelerometer alone follows the acceleration, so it
  /// does not show how the arm turns.
  mutating func store(
    _ attitude: UnitQuaternion, microseconds: UInt32, at time: UInt32, turns: Bool
  ) {
    let position = tracker.integrator.position
    let outcome =
      parameters.writing.plane.depends(onPoint: strokes.pointCount)
      ? strokes.append(position, attitude: attitude, microseconds: microseconds)
      : strokes.append(position, microseconds: microseconds)
    guard outcome == .full else {
      if turns && parameters.usesLeverArm { strokes.turn(to: attitude, parameters.writing.plane) }
      return
    }
    // The buffer is full. The stroke ends here, even if the pen stays down.
    counters.fullStrokes.add()
    phase = .over
    end(at: time)
  }

  /// The zero-velocity update. At rest the velocity is 0. The mean acceleration since the last rest
  /// is an error, and the position is corrected by its effect.
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

  /// The pen is up. Ends the current stroke, or lets it continue later if letters may have several
  /// strokes.
  @inline(__always)
  private mutating func liftPen(_ support: StrokeSupport) {
    if support == .all {
      guard phase != .lifted else { return }
      if phase == .writing, parameters.writing.penUpTime > 0 { return beginLift() }
    }
    if phase == .writing { end(at: now) }
    phase = .idle
  }

  /// Closes the stroke. It then waits to be read.
  private mutating func end(at time: UInt32) {
    end(impulse: tracker.integrator.impulse, at: time)
  }

  /// Closes the stroke. It then waits to be read, unless a gate rejects it. `impulse` is ∫ a dt
  /// over the stroke, m/s.
  mutating func end(impulse: Vector3<23>, at time: UInt32) {
    strokes.end(
      impulse: parameters.removesDrift ? impulse : nil, rule: parameters.writing.plane,
      minimumSize: parameters.minimumSize, time: time)
    if let rejection = rejection(impulse: impulse, endingAt: time) {
      strokes.rejectNewest(rejection)
    }
  }

  /// Uses these settings from now on. Discards a stroke that is being written.
  mutating func adopt(_ settings: WritingSettings) {
    withdraw()
    watch.interrupt()
    context = WritingContext()
    parameters.writing = settings
    guard !Features.isFull else { return }
    (parameters.writing.pen, parameters.writing.gates) = (.samples, [])
    if parameters.writing.plane.kind != .device { parameters.writing.plane.kind = .penDown }
  }

  /// Uses these stabilizers from now on. Discards a stroke that is being written. Without the lever arm, free strokes keep their
  /// drift: half of a correction would give other letters than elsewhere.
  mutating func adopt(_ stabilizers: Stabilizers) {
    withdraw()
    parameters.stabilizers = stabilizers
    if !Features.hasLeverArm, stabilizers.integrator.isFree, !stabilizers.correctsAtRest {
      parameters.removesDrift = false
    }
    tracker.adopt(stabilizers.integrator, rest: stabilizers.rest)
  }

  /// Discards what is being written.
  mutating func withdraw() {
    if phase == .writing || phase == .lifted { strokes.withdraw() }
    phase = .idle
    watch.segmenter = MotionSegmenter()
  }
}
