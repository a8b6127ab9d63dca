import QuillonFusion
import QuillonNumerics

extension RecognizerParameters {
  /// True if more than the path has to be watched.
  var watchesMotion: Bool {
    // Not `get`: a board would copy all parameters first.
    mutating get { Features.isFull && (writing.pen == .motion || !writing.gates.isEmpty) }
  }
}

extension StrokeWriter {
  /// Watches a sample. Not inlined, so that code without motion detection and gates pays nothing
  /// for it.
  @inline(never)
  mutating func watch(
    _ progress: MotionTracker.Progress, _ acceleration: Vector3<23>, _ rate: Vector3<25>?
  ) {
    switch progress {
    case .started, .unchanged: break
    case .interrupted:
      // Abandons the current stroke. Discards it if it had hardly begun.
      if parameters.writing.pen == .motion, phase == .writing {
        if watch.segmenter.isWriting {
          strokes.abandon(.gap, time: now)
        } else {
          strokes.withdraw()
        }
        phase = .idle
      }
      watch.interrupt()
    case .moved(let microseconds):
      let isMoving = parameters.writing.pen == .samples || watch.segmenter.isMoving
      watch.add(
        acceleration, rate, microseconds: microseconds, at: now, elapsed: now &- beginning,
        isEffort: phase == .writing && isMoving)
    }
  }

  /// Determines the pen state from the motion.
  @inline(never)
  mutating func segment(_ progress: MotionTracker.Progress, _ attitude: UnitQuaternion) {
    segment(progress, attitude, false)
  }

  /// The same without damping.
  @inline(never)
  mutating func segmentUndamped(_ progress: MotionTracker.Progress, _ attitude: UnitQuaternion) {
    segment(progress, attitude, true)
  }

  @inline(__always)
  private mutating func segment(
    _ progress: MotionTracker.Progress, _ attitude: UnitQuaternion, _ undamped: Bool
  ) {
    guard case .moved(let microseconds) = progress else { return }
    let change = watch.segmenter.push(
      energy: watch.history.energy, parameters.writing.segmenter)
    switch change {
    case .none: goOn(attitude, microseconds: microseconds)
    case .beginning: beginByMotion(attitude, undamped)
    case .withdrawal:
      if phase == .writing { strokes.withdraw() }
      phase = .idle
    case .end:
      if phase == .writing { endByMotion() }
      phase = .idle
    case .excess:
      if phase == .writing {
        strokes.reject(
          Rejection(.duration, value: Self.seconds(now &- beginning)), time: now)
      }
      phase = .over
    }
  }

  private mutating func goOn(_ attitude: UnitQuaternion, microseconds: UInt32) {
    guard phase == .writing else {
      if phase == .idle { tracker.restart() }
      return
    }
    // A hand that rests at the end may already hold the board in another attitude.
    guard !watch.segmenter.isMoving else {
      return store(attitude, microseconds: microseconds, at: now, turns: false)
    }
    if strokes.append(tracker.integrator.position, microseconds: microseconds) == .full {
      phase = .over
      strokes.withdraw()
      counters.fullStrokes.add()
    }
  }

  /// The stroke began some samples ago. Replays their path.
  @inline(__always)
  private mutating func beginByMotion(_ attitude: UnitQuaternion, _ undamped: Bool) {
    let lead = MotionSegmenter.lead
    tracker.restart()
    isLost = isConverging
    begin(at: now &- watch.history.duration(of: lead))
    guard phase == .writing else { return }
    store(attitude, microseconds: 0, at: now, turns: false)
    var back = lead
    while back > 0 && phase == .writing {
      back &-= 1
      let microseconds = watch.history.microseconds(back)
      tracker.replay(
        watch.history.acceleration(back), microseconds: microseconds, undamped: undamped)
      if strokes.append(tracker.integrator.position, microseconds: microseconds) == .full {
        strokes.withdraw()
        phase = .over
      }
    }
  }

  /// The stroke ended some samples ago. Removes the points since then.
  private mutating func endByMotion() {
    guard !isLost else { return abandonBeforeConvergence(at: now) }
    strokes.trim(to: Swift.max(strokes.pointCount &- MotionSegmenter.trail, 0))
    let impulse = tracker.integrator.impulse.subtractingWithSaturation(watch.history.impulse)
    end(impulse: impulse, at: now &- watch.history.duration(of: MotionSegmenter.trail))
  }

  /// The rejection by the first gate that rejects the stroke that has just ended; nil if all accept
  /// it. `impulse` is ∫ a dt over the stroke, m/s.
  @inline(never)
  mutating func rejection(impulse: Vector3<23>, endingAt time: UInt32) -> Rejection? {
    let gates = parameters.writing.gates
    guard Features.isFull, !gates.isEmpty else { return nil }
    let duration = time &- beginning
    if gates.contains(.limits),
      duration < RejectionGates.shortestDuration || duration > RejectionGates.longestDuration
    {
      return Rejection(.duration, value: Self.seconds(duration))
    }
    let length = Fixed<23>(bits: Swift.max(Self.seconds(duration).bits &<< 11, 1))
    let mean: Vector3<23> = Vector3(
      impulse.x.divided(by: length), impulse.y.divided(by: length),
      impulse.z.divided(by: length))
    let effort = watch.effort
    if gates.contains(.turning), let ratio = effort.forceOverTurning(mean: mean),
      ratio < RejectionGates.leastForceOverTurning
    {
      return Rejection(.turning, value: ratio)
    }
    if gates.contains(.flatness),
      let share = effort.share(along: strokes.normalOfNewest, mean: mean),
      share > RejectionGates.greatestNormalShare
    {
      return Rejection(.flatness, value: share)
    }
    if gates.contains(.rest), watch.restAge > RejectionGates.longestUnrest {
      return Rejection(
        .restBefore, value: Self.seconds(UInt32(bitPattern: watch.restAge)))
    }
    return nil
  }

  /// Why the shape gates or the minimum size reject the stroke that was read last; nil if they
  /// accept it. `readsSmall` makes the minimum size reject nothing.
  @usableFromInline
  mutating func shapeRejection(readsSmall: Bool) -> Rejection? {
    let shape = strokes.shapeOfLast
    if !readsSmall && shape.isTooSmall { return shape.extentRejection }
    return shape.rejection(by: parameters.writing.gates)
  }

  /// Whether the hand has been at rest after a stroke.
  enum Calm {
    /// It has, or it need not.
    case shown
    /// Not yet.
    case awaited
    /// It has not, and the time for it is over.
    case missing
  }

  /// Whether the hand has been at rest after the next stroke, if the gates require it. `isLast`
  /// means that no samples follow.
  mutating func calmAfterNext(_ isLast: Bool) -> Calm {
    guard Features.isFull, parameters.writing.gates.contains(.rest), strokes.isNextReadable
    else { return .shown }
    let since = Int32(bitPattern: now &- strokes.endOfNext)
    if watch.rest.age(at: now) <= since { return .shown }
    return isLast || since >= RejectionGates.longestUnrest ? .missing : .awaited
  }

  /// What to do next while no stroke is being read, if strokes are never parts of a letter. `isLast` means that no samples follow.
  @usableFromInline
  mutating func beginReadingAlone(_ isLast: Bool) -> Beginning {
    mayRead(isLast) ? .read : .wait
  }

  /// True if the next stroke may be read now. A stroke without the required rest after it is
  /// rejected, and its rejection may be read. `isLast` means that no samples follow.
  @usableFromInline
  mutating func mayRead(_ isLast: Bool) -> Bool {
    switch calmAfterNext(isLast) {
    case .shown: return true
    case .awaited: return false
    case .missing:
      rejectNext()
      return true
    }
  }

  /// Rejects the next stroke because the hand was not at rest after it.
  mutating func rejectNext() {
    let since = now &- strokes.endOfNext
    strokes.rejectNext(Rejection(.restAfter, value: Self.seconds(since)))
  }

  /// µs as seconds, Q19.12, clamped to 32 s.
  ///
  /// 2¹²/10⁶ = 1,125,899,907 · 2⁻³⁸: UQ25.0 × UQ0.38 = Q.38, one term below 2⁵⁵.
  private static func seconds(_ microseconds: UInt32) -> Fixed<12> {
    let short = Int32(bitPattern: Swift.min(microseconds, 32_000_000))
    return Fixed(bits: WideSum(short, times: 1_125_899_907).rounded(dropping: 38))
  }
}
