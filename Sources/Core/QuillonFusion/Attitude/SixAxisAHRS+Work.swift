import QuillonNumerics

extension SixAxisAHRS {
  /// Ends a block. The slow work of the block before is done. The ended block is processed during
  /// the next one.
  mutating func closeBlock(withField: Bool) {
    state.blockElapsed &-= 100_000
    if state.blockElapsed.magnitude >= 50_000 { state.blockElapsed = 0 }
    state.closed = state.block.body
    let sum = state.block.earthForce
    state.block = Block()
    state.workPerSample = workPerSample(withField: withField)
    state.hasTilt = false
    state.work = .level
    if !state.closed.isSpoiled { averageForce(sum) }
  }

  /// The number of slices per sample, so that all fit into a tenth of a second. There are six, and
  /// three for the field, of which a sample runs one. One slice at 83 samples a second and more,
  /// where below 90 a block may need one more sample; four at 25; never more than five.
  private func workPerSample(withField: Bool) -> UInt8 {
    // 12 ms and 16 ms in steps of 2⁻³³ s.
    let span: Int32 = withField ? 103_079_215 : 137_438_953
    var (share, reach) = (1 as UInt8, span)
    while reach < state.clock.period && share < 5 {
      share &+= 1
      reach &+= span
    }
    return share
  }

  /// Does the next slice. Not inlined: one copy is enough.
  @inline(never)
  mutating func workOnBlock(_ matrix: RotationMatrix) {
    switch state.work {
    case .turnMemory: state.gravity.rotate(by: state.turn)
    case .stillness:
      if !state.closed.isSpoiled { averageBodyFrame() }
      state.estimator.grow()
      learnAboutBias()
    case .biasX:
      let row = Vector3(matrix.xAxis.x, matrix.yAxis.x, matrix.zAxis.x)
      let average = state.rowX.step(Self.halved(row), coefficients.gravity)
      observeBias(.x, along: average, tilt: state.tilt.y.negatedWithSaturation)
    case .biasY:
      let row = Vector3(matrix.xAxis.y, matrix.yAxis.y, matrix.zAxis.y)
      let average = state.rowY.step(Self.halved(row), coefficients.gravity)
      observeBias(.y, along: average, tilt: state.tilt.x)
    case .biasZ: observeBias(.z, along: nil, tilt: .zero)
    case .level, .none: return
    }
    state.work = Work(rawValue: state.work.rawValue &+ 1) ?? .none
  }

  /// Q30 → Q29, rounded toward −∞.
  private static func halved(_ row: Vector3<30>) -> Vector3<29> {
    Vector3(
      Fixed(bits: row.x.bits &>> 1), Fixed(bits: row.y.bits &>> 1), Fixed(bits: row.z.bits &>> 1))
  }

  /// The block's means in the body frame for the rest test.
  ///
  /// 1/count in Q30. Rate: Q18 × Q30 = Q48 → Q23; force: Q15 × Q30 = Q45 → Q21; one term each.
  private mutating func averageBodyFrame() {
    let count = state.closed.count
    guard let reciprocal = Reciprocal(of: count.magnitude) else { return }
    let share: Fixed<30> = reciprocal.quotient(of: 1)
    state.stillness.closeBlock(
      rate: state.closed.rate.scaled(by: share), force: state.closed.force.scaled(by: share),
      coefficients.stillness)
  }

  /// One scalar measurement of the bias: at rest about a body axis; in motion along the averaged
  /// row of a horizontal axis, if there is one.
  ///
  /// Not inlined: it is used for each axis.
  @inline(never)
  private mutating func observeBias(
    _ axis: BiasEstimator.Axis, along row: Vector3<29>?, tilt: Fixed<30>
  ) {
    if state.stillness.isAtRest(coefficients.stillness) {
      state.estimator.observeRest(axis, rate: state.stillness.rate)
    } else if let row, state.hasTilt {
      state.estimator.observeMotion(along: row, error: Self.perBlock(tilt))
    }
  }

  /// The tilt of a block as a rate, rad/s: ten times the tilt, which is first clamped to
  /// ±`BiasEstimator.limit`.
  private static func perBlock(_ tilt: Fixed<30>) -> Fixed<30> {
    let limit = BiasEstimator.limit
    let clamped = tilt.clamped(to: limit.negatedWithSaturation...limit)
    return Fixed(bits: clamped.bits &* 10)
  }

  /// The bias counts as known once its variance is small, or else after 10 s of motion.
  private mutating func learnAboutBias() {
    if state.tiltCount < 100 && state.hasTilt { state.tiltCount &+= 1 }
    if state.tiltCount == 100 || state.estimator.isConverged { state.isBiasKnown = true }
  }
}
