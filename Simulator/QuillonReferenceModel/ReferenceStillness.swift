/// Detects that a board lies still, in Double: rate and specific force stay near their own
/// low-passed values for 1.5 s (Laidig and Seel 2023, section 3.3). The low-pass filters run once
/// per block.
struct ReferenceStillness {
  /// Low-passed angular rate, rad/s.
  private(set) var rate = ReferenceVector.zero
  private var force = ReferenceVector.zero
  private var rateFilter = ReferenceLowPass(timeConstant: 0.5, interval: 0.1)
  private var forceFilter = ReferenceLowPass(timeConstant: 0.5, interval: 0.1)
  private var isTurning = false
  private var quietTime = 0.0

  let rateTolerance = 2 * Double.pi / 180
  let forceTolerance = 0.5
  let period = 1_500_000.0

  var isAtRest: Bool { quietTime >= period }

  /// Processes a sample, `elapsed` µs after the previous one.
  mutating func observe(
    rate sample: ReferenceVector, force sampleForce: ReferenceVector, elapsed: Double
  ) {
    let turn = sample - rate
    let push = sampleForce - force
    let isQuiet =
      !isTurning && turn.dot(turn) < rateTolerance * rateTolerance
      && push.dot(push) < forceTolerance * forceTolerance
    quietTime = isQuiet ? min(quietTime + elapsed, period) : 0
  }

  /// Processes the means of rate and force over a block.
  mutating func closeBlock(rate meanRate: ReferenceVector, force meanForce: ReferenceVector) {
    rate = rateFilter.step(meanRate)
    force = forceFilter.step(meanForce)
    isTurning = max(rate.max(), -rate.min()) > ReferenceBiasEstimator.limit
  }

  /// Records that the board is not still.
  mutating func disturb() { quietTime = 0 }

  /// Starts again.
  mutating func restart() {
    rateFilter.restart()
    forceFilter.restart()
    quietTime = 0
  }
}
