/// When samples are due. Each moment is counted from the first one, so that lateness never
/// adds up.
struct Schedule {
  let pacing: BoardScript.Pacing
  private let start = ContinuousClock.now
  private var elapsed: Duration = .zero
  private var last: UInt32?

  init(pacing: BoardScript.Pacing) { self.pacing = pacing }

  /// The moment of the sample with this timestamp; a timestamp that goes back counts as no time.
  mutating func due(_ timestamp: UInt32) -> ContinuousClock.Instant {
    let step = timestamp &- (last ?? timestamp)
    last = timestamp
    if step < 1 << 31 { elapsed += .microseconds(Int64(step)) }
    return pacing == .realTime ? start + elapsed : start
  }
}
