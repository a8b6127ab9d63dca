/// How the clock of a board and the arrival of its samples disagree.
public struct ClockContradiction: Equatable, Sendable {
  /// How many times as fast as samples arrive the clock runs, 0 for a clock that stands still.
  public var ratio: Double
  /// Samples a second by their arrival.
  public var rate: Double
  /// True if the clock is not used: by it there would be less than 2 or more than 2,500 samples a second, which can't be right; or it
  /// disagrees with the arrivals, and only these give a rate that is usual for such a board, 8 to 1,000 a second.
  public var isIgnored: Bool

  /// The same for people.
  public var words: String {
    func text(_ number: Double) -> String { String(format: "%.3g", number) }
    if isIgnored {
      let clock = ratio > 0 ? "they run \(text(ratio)) times as fast" : "they stand still"
      return """
        the board's times do not fit: \(text(rate)) samples a second arrive, and \(clock). The times of arrival are used instead; if the \
        board's times have another unit, start again with --time-unit
        """
    }
    return """
      the board's times run \(text(ratio)) times as fast as its samples arrive. They are used, as when a trace is replayed at another \
      speed; if they have another unit, start again with --time-unit
      """
  }
}

/// Compares the clock of a board with the arrival of its samples, once, at the beginning.
struct ClockCheck {
  /// The steps of time of 2,500 and of 2 samples a second, s.
  private static let plausibleSteps = 0.0004...0.5
  /// The usual rates of samples, 1/s.
  private static let usualRates = 8.0...1000.0
  /// So many samples are compared, over at least so many seconds.
  private static let (enough, span) = (30, 0.25)
  /// After a pause in the arrivals, s, what had waited comes at once, within `burst` s.
  private static let (pause, burst) = (0.1, 0.02)

  /// True if more than half of the steps so far can't be right, and arrivals do not decide it yet. So it is, for a while, with steps that
  /// are unusual and not those of the arrivals.
  var isDoubtful: Bool {
    !isDone && (2 * oddSteps > steps || steps < 3 * Self.enough && 2 * contradictingSteps > steps)
  }

  private var isDone = false
  private var (steps, oddSteps, contradictingSteps) = (0, 0, 0)
  private var last: (arrival: Double, time: Double)?
  /// Where the comparison began.
  private var start = (arrival: 0.0, time: 0.0)
  private var count = 0
  private var endOfBurst = ClockCheck.burst

  /// Adds a sample's arrival and its time by the board, both in s from the first sample.
  ///
  /// - Returns: Once how they disagree, if they do.
  mutating func add(arrival: Double, time: Double) -> ClockContradiction? {
    guard !isDone else { return nil }
    defer { last = (arrival, time) }
    guard let last else { return nil }
    let (step, pause) = (time - last.time, arrival - last.arrival)
    steps += 1
    if !Self.plausibleSteps.contains(step) { oddSteps += 1 }
    if !Self.usualRates.contains(1 / step), !(0.5...2).contains(step / pause) {
      contradictingSteps += 1
    }
    if pause > Self.pause { endOfBurst = arrival + Self.burst }
    guard arrival >= endOfBurst else {
      (start, count) = ((arrival, time), 0)
      return nil
    }
    count += 1
    // Of samples that arrive at once, the last one counts.
    guard arrival > last.arrival, count > Self.enough,
      case let span = last.arrival - start.arrival, span >= Self.span
    else { return nil }
    isDone = true
    let ratio = (last.time - start.time) / span
    let rate = Double(count - 1) / span
    let isOdd = 2 * oddSteps > steps
    guard isOdd || !(0.5...2).contains(ratio) else { return nil }
    let isUnusual = Self.usualRates.contains(rate) && !Self.usualRates.contains(rate / ratio)
    return ClockContradiction(ratio: ratio, rate: rate, isIgnored: isOdd || isUnusual)
  }
}
