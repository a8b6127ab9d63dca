/// Computes when samples are due. Each moment is counted from the first one, so that delays do not
/// add up.
package struct Schedule {
  private let pacing: BoardScript.Pacing
  private let start = ContinuousClock.now
  private var elapsed: Duration = .zero
  private var last: UInt32?

  /// A schedule that begins now.
  package init(pacing: BoardScript.Pacing) { self.pacing = pacing }

  /// All later samples are due so much later.
  mutating func postpone(by pause: Duration) { elapsed += pause }

  /// If the last sample was sent late, all later ones are due as much later. A sensor has its own clock: it sends no two samples at
  /// once because this computer was busy.
  mutating func postponeByDelay() {
    let delay = .now - (start + elapsed)
    if delay > .zero { postpone(by: delay) }
  }

  /// The moment at which the sample with this timestamp is due. A timestamp that goes back counts
  /// as no time.
  package mutating func due(_ timestamp: UInt32) -> ContinuousClock.Instant {
    let step = timestamp &- (last ?? timestamp)
    last = timestamp
    if step < 1 << 31 { elapsed += .microseconds(Int64(step)) }
    return pacing == .realTime ? start + elapsed : start
  }
}
