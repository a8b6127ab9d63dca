import QuillonNumerics

/// What a look at the chip gave.
public enum ChipEvent: Equatable, Sendable {
  /// A sample and its time, µs on the board's clock.
  case sample(SensorCounts, time: UInt32)
  /// A chip was found, or found again after it had been lost, or its samples showed that it is another one. Its facts are known now.
  case found
  /// A search found no chip that a driver knows. The search records what answered. It is repeated.
  case notFound
  /// The chip is set up and gives samples from now on.
  case running
  /// An error occurred, and recovery is in progress.
  case fault(ChipFault)
}

/// What can go wrong with a chip.
public enum ChipFault: UInt8, Sendable {
  /// It did not acknowledge.
  case noAnswer = 0
  /// A line of the bus was held low.
  case busHeld = 1
  /// It answers and is set up, but gives no samples.
  case stopped = 2
  /// It was reset, as by a drop of its supply, and has lost its set-up; or a setting of it has changed.
  case wasReset = 3
  /// Its FIFO overflowed.
  case overflowed = 4
}

/// How often each fault occurred since the start.
public struct ChipCounters: Equatable, Sendable {
  /// Transfers that were not acknowledged.
  public var unanswered = Counter()
  /// Transfers during which a line was held low. The bus was freed each time.
  public var heldBuses = Counter()
  /// Times that the chip answered but gave no samples.
  public var stops = Counter()
  /// Times that the chip had lost its set-up.
  public var resets = Counter()
  /// Times that the FIFO overflowed.
  public var overflows = Counter()
  /// Pauses between two samples that were longer than two and a half periods.
  public var gaps = Counter()

  /// All at 0.
  public init() {}

  /// Everything that went wrong but gaps, which follow from it.
  public var faults: Counter {
    var sum = unanswered
    sum.add(heldBuses.value)
    sum.add(stops.value)
    sum.add(resets.value)
    sum.add(overflows.value)
    return sum
  }

  mutating func add(_ fault: ChipFault) {
    switch fault {
    case .noAnswer: unanswered.add()
    case .busHeld: heldBuses.add()
    case .stopped: stops.add()
    case .wasReset: resets.add()
    case .overflowed: overflows.add()
    }
  }
}
