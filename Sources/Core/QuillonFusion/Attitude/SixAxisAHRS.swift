import QuillonNumerics

/// A 6-axis AHRS: the attitude of a board from its accelerometer and its gyroscope, in integers
/// only. Its inclination does not drift. Its heading begins at 0 and drifts with the remaining
/// gyroscope bias.
///
/// The angular rate is integrated sample by sample. The specific force is rotated into a frame that
/// hardly moves. There the accelerations of the hand average out over seconds, and gravity remains.
/// Ten times a second the frame is turned so that the average points up. Turns that repeat again
/// and again reveal the gyroscope bias. After D. Laidig and T. Seel, "VQF: Highly accurate IMU
/// orientation estimation with bias estimation and magnetic disturbance rejection", Information
/// Fusion 91 (2023).
///
/// It accepts any rate from 25 to 800 samples a second. The time steps come from the timestamps.
/// The slow work of a block of 0.1 s is done in slices during the next block, so that no sample
/// costs much more than another.
public struct SixAxisAHRS: Sendable {
  /// The parameters in use.
  public let parameters: Parameters
  let coefficients: Coefficients
  var state = State()

  /// A filter without samples.
  @inline(__always)
  public init(_ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    coefficients = Coefficients(parameters)
  }

  /// Processes the next sample. It is ignored if its timestamp is not later than the one before.
  ///
  /// - Parameters:
  ///   - timestamp: The device's clock, µs, modulo 2³².
  ///   - specificForce: m/s², body frame; all zero counts as missing.
  ///   - angularRate: rad/s, body frame.
  public mutating func push(
    timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>
  ) {
    var none = NoField()
    push(
      timestamp: timestamp, specificForce: specificForce, angularRate: angularRate, field: nil,
      follower: &none)
  }

  /// The same, and passes the field to `follower`. Inlined, so that code without a field carries
  /// none for it.
  @inline(__always)
  mutating func push<Follower: FieldFollower>(
    timestamp: UInt32, specificForce: Vector3<23>, angularRate: Vector3<25>, field: Vector3<19>?,
    follower: inout Follower
  ) {
    var interval = SampleClock.Interval.none
    switch state.clock.advance(to: timestamp) {
    case .first: break
    case .none: return
    case .gap:
      restart()
      follower.restart()
    case .step(let step): interval = step
    }
    var budget = state.workPerSample
    if state.work == .level {
      level()
      budget &-= 1
    }
    if isClipped(angularRate) {
      state.stillness.disturb()
      state.gravity.shorten(coefficients.gravity)
    }
    let isForceUsable = isUsable(specificForce)
    if isForceUsable && !state.isLevelled { levelAtOnce(specificForce) }
    let half = integrate(angularRate, over: interval)
    let matrix = RotationMatrix(truncating: state.attitude)
    state.vertical = Vector3(matrix.xAxis.z, matrix.yAxis.z, matrix.zAxis.z)
    if isForceUsable {
      addForce(
        Self.turnedBack(specificForce, half: half), matrix, twice: interval.missing != .zero)
      state.stillness.observe(
        rate: angularRate, force: specificForce, elapsed: interval.microseconds,
        coefficients.stillness)
    } else {
      state.block.body.isSpoiled = true
      state.stillness.disturb()
    }
    state.block.body.add(specificForce, angularRate)
    if budget > 0, !follower.isIdle,
      follower.work(
        matrix, field, rate: angularRate, isRotating: state.stillness.isRotating,
        isAtRest: state.stillness.isAtRest(coefficients.stillness))
    {
      budget &-= 1
    }
    while budget > 0 && state.work != .none {
      workOnBlock(matrix)
      budget &-= 1
    }
    state.blockElapsed &+= interval.microseconds
    if state.work == .none && isBlockDue {
      closeBlock(withField: follower.isFollowing)
      follower.begin()
    }
  }

  /// True at the sample nearest to a whole tenth of a second, which is up to half a period early.
  @inline(__always)
  private var isBlockDue: Bool {
    // 2³⁴/10⁶ = 17,180 half steps of the clock in a microsecond. A tenth of a second has more of
    // them than a period.
    let rest = Swift.min(Swift.max(100_000 &- state.blockElapsed, 0), 100_000)
    return rest &* 17_180 <= state.clock.period || state.block.body.count >= 100
  }

  /// True if a component is at the gyroscope's full scale.
  @inline(__always)
  private func isClipped(_ rate: Vector3<25>) -> Bool {
    let limit = coefficients.rateFullScale
    return rate.x.bits.magnitude >= limit || rate.y.bits.magnitude >= limit
      || rate.z.bits.magnitude >= limit
  }

  /// True if the force is not all zero and no component is at the accelerometer's full scale.
  @inline(__always)
  private func isUsable(_ force: Vector3<23>) -> Bool {
    let limit = coefficients.forceFullScale
    return force.x.bits.magnitude < limit && force.y.bits.magnitude < limit
      && force.z.bits.magnitude < limit && force.x.bits | force.y.bits | force.z.bits != 0
  }

  /// Restarts after a gap. Attitude and bias are still the best estimates. The averages belong to a
  /// frame that is lost.
  private mutating func restart() {
    state.block = Block()
    state.blockElapsed = 0
    state.work = .none
    // If gap follows gap, no block ends, and the norm is otherwise restored only there.
    state.attitude = state.attitude.renormalized
    state.gravity.restart()
    state.rowX.restart()
    state.rowY.restart()
    state.stillness.restart()
  }
}
