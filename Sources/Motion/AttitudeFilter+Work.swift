import FixedPoint
import Geometry

extension AttitudeFilter {
  /// Ends a block, whose slow work is done: what it holds is worked on during the next one.
  mutating func closeBlock() {
    state.blockElapsed &-= 100_000
    if state.blockElapsed.magnitude >= 50_000 { state.blockElapsed = 0 }
    state.closed = state.block
    state.block = Block()
    state.workPerSample = workPerSample
    state.fieldWork = coefficients.usesField ? .measure : .none
    state.hasTilt = false
    state.work = .stillness
    if !state.closed.isSpoiled {
      averageForce()
      state.work = .level
    }
  }

  /// How many slices a sample takes, so that all fit into a tenth of a second: seven, and two about the
  /// field. One at 91 samples a second and more, four at 25, never more than five.
  private var workPerSample: UInt8 {
    // 11 ms and 14 ms in steps of 2⁻³³ s.
    let span: Int32 = coefficients.usesField ? 94_489_280 : 120_259_084
    var (share, reach) = (1 as UInt8, span)
    while reach < state.clock.period && share < 5 {
      share &+= 1
      reach &+= span
    }
    return share
  }

  /// Does up to `budget` slices. The field comes first, because not every sample has one.
  mutating func work(_ budget: UInt8, _ matrix: RotationMatrix, _ field: Vector3<19>?) {
    var budget = budget
    if state.fieldWork == .measure {
      if let field, field != .zero {
        state.heading.measure(matrix.rotateTruncating(field))
        state.fieldWork = .correct
        budget &-= 1
      }
    } else if state.fieldWork == .correct {
      state.heading.correct(isRotating: state.stillness.isRotating)
      state.fieldWork = .none
      budget &-= 1
    }
    while budget > 0 && state.work != .none {
      workOnBlock(matrix)
      budget &-= 1
    }
  }

  /// The next slice.
  private mutating func workOnBlock(_ matrix: RotationMatrix) {
    switch state.work {
    case .turnMemory: state.gravity.rotate(by: state.turn)
    case .stillness:
      if !state.closed.isSpoiled { averageBodyFrame() }
    case .rows:
      averageRows(matrix)
      state.estimator.grow()
      learnAboutBias()
    case .biasX: observeBias(.x)
    case .biasY: observeBias(.y)
    case .biasZ: observeBias(.z)
    case .level, .none: return
    }
    state.work = Work(rawValue: state.work.rawValue &+ 1) ?? .none
  }

  /// The rows, rounded toward −∞: Q30 → Q29.
  private mutating func averageRows(_ matrix: RotationMatrix) {
    state.averagedRows.x = state.rowX.step(
      Vector3(
        Fixed(bits: matrix.xAxis.x.bits &>> 1), Fixed(bits: matrix.yAxis.x.bits &>> 1),
        Fixed(bits: matrix.zAxis.x.bits &>> 1)), coefficients.gravity)
    state.averagedRows.y = state.rowY.step(
      Vector3(
        Fixed(bits: matrix.xAxis.y.bits &>> 1), Fixed(bits: matrix.yAxis.y.bits &>> 1),
        Fixed(bits: matrix.zAxis.y.bits &>> 1)), coefficients.gravity)
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

  /// One scalar measurement of the bias: at rest about a body axis, in motion about one of the two
  /// horizontal axes.
  private mutating func observeBias(_ axis: BiasEstimator.Axis) {
    if state.stillness.isAtRest(coefficients.stillness) {
      state.estimator.observeRest(axis, rate: state.stillness.rate)
    } else if state.hasTilt && axis == .x {
      let error = Self.perBlock(state.tilt.y.negatedWithSaturation)
      state.estimator.observeMotion(along: state.averagedRows.x, error: error)
    } else if state.hasTilt && axis == .y {
      let error = Self.perBlock(state.tilt.x)
      state.estimator.observeMotion(along: state.averagedRows.y, error: error)
    }
  }

  /// A tilt that came about in a block as a rate, rad/s: ten times as much, clamped to what a bias
  /// can be.
  private static func perBlock(_ tilt: Fixed<30>) -> Fixed<30> {
    let limit = BiasEstimator.limit
    let clamped = tilt.clamped(to: limit.negatedWithSaturation...limit)
    return Fixed(bits: clamped.bits &* 10)
  }

  /// The bias counts as known once its variance is small, or after 10 s of motion that has not made it
  /// so.
  private mutating func learnAboutBias() {
    if state.tiltCount < 100 && state.hasTilt { state.tiltCount &+= 1 }
    if state.tiltCount == 100 || state.estimator.isSettled { state.isBiasKnown = true }
  }
}
