import QuillonNumerics

extension NineAxisAHRS {
  /// The progress of the start-up.
  public enum Status: Equatable, Sendable {
    /// No attitude yet.
    case starting(Reason)
    /// There is an attitude, but it may still change while the board does not move.
    case converging(Reason)
    /// All estimates have converged.
    case ready
  }

  /// What a filter that is not ready waits for.
  public enum Reason: UInt8, Sendable {
    /// No sample has arrived.
    case sample = 0
    /// The accelerometer reads nothing or is clipped, so gravity has not been measured.
    case force = 1
    /// Gravity has not been averaged for long enough after the start, a gap or a clipped rate.
    case gravity = 2
    /// The gyroscope bias is not known well yet. Keeping the board at rest for 2 s is the quickest
    /// way.
    case bias = 3
    /// The heading has not been averaged for 9 s of field yet.
    case heading = 4
  }

  /// The progress of the start-up, and what it waits for.
  ///
  /// Inlined: a call would copy the filter.
  @inline(__always)
  public var status: Status {
    let status = inertial.status
    return status == .ready && usesField && heading.isStarting ? .converging(.heading) : status
  }
}

extension SixAxisAHRS {
  /// The progress of the start-up, and what it waits for; never for a heading.
  public var status: NineAxisAHRS.Status {
    guard state.isLevelled else { return .starting(state.clock.hasBegun ? .force : .sample) }
    if state.gravity.isStarting(coefficients.gravity) { return .converging(.gravity) }
    if !state.isBiasKnown { return .converging(.bias) }
    return .ready
  }

  /// True if gravity has been averaged for half a second since the start or a gap. This is enough to
  /// read a letter: what is left of the error is nearly constant within it.
  public var knowsGravity: Bool { state.isLevelled && state.gravity.isUsable(coefficients.gravity) }
}
