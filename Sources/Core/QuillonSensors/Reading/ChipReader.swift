/// Finds a chip, sets it up, reads its samples and recovers from errors, without ever waiting.
///
/// Call `next` whenever the core wakes: at each data-ready edge, and at least every 2 ms while no samples come. Call it until it
/// returns nil.
///
///     var reader = ChipReader<LSM6DSOX>()
///     while let event = reader.next(on: &bus, now: clock, dataReady: edge) { … }
public struct ChipReader<Chip: SensorChip>: Sendable {
  enum Phase: Equatable, Sendable {
    case searching
    case settingUp(step: UInt16)
    case running
    case fallingAsleep(step: UInt16)
    case asleep
  }

  /// The chip that was found last; nil before.
  public internal(set) var chip: Chip?
  var phase = Phase.searching
  /// How many samples of the block have been read.
  var taken = 0
  /// How many samples the FIFO held when the block had been read.
  var left = 0
  /// How many samples were read since the FIFO was empty.
  var run = 0
  /// The newest data-ready edge that no reading has followed yet.
  var edge: UInt32?
  /// The time of the newest sample that was in the FIFO at the last reading.
  var newest: UInt32 = 0
  /// The time of the sample that was returned last; nil before the first one.
  var last: UInt32?
  /// The chip's period by the board's clock, µs in UQ28.4.
  var period: UInt32 = 0
  /// The time of the last transfer that is not repeated at once, and how long to wait from then on, µs.
  var looked: UInt32 = 0
  var pause: UInt32 = 0
  /// When samples came last, or the set-up began or ended.
  var alive: UInt32 = 0
  /// The step with which the present set-up began.
  var firstStep: UInt16 = 0
  /// The fault that was reported since samples came last.
  var told: ChipFault?
  /// When a setting was read back last, and which one is next.
  var checked: UInt32 = 0
  var setting: UInt16 = 0
  /// True if the next sample is to be looked at for other facts of the chip, and if one showed them.
  var (isLooking, hasNewFacts) = (false, false)
  /// The magnetometer.
  var field = FieldState()
  // The larger ones last, so that the others are near the beginning, which a Cortex-M0 reaches in one instruction.
  /// What went wrong so far.
  public internal(set) var counters = ChipCounters()
  /// What the last search found.
  public internal(set) var search = ChipSearch()
  var block = FIFOBlock()

  /// A reader that has not looked yet.
  public init() {}

  /// True while samples come.
  public var isRunning: Bool { phase == .running }

  /// True while the chip waits for motion.
  public var isAsleep: Bool { phase == .asleep }

  /// The next thing that happened; nil if nothing did.
  ///
  /// - Parameters:
  ///   - bus: the bus with the chip.
  ///   - now: the board's clock, µs modulo 2³².
  ///   - dataReady: when the interrupt pin last rose, on the same clock; nil if it has not since the last call, or if the pin is not
  ///     connected. Then the FIFO is read every one and a quarter periods.
  public mutating func next<Bus: SensorBus>(
    on bus: inout Bus, now: UInt32, dataReady: UInt32?
  ) -> ChipEvent? {
    if let dataReady { edge = dataReady }
    if hasNewFacts {
      hasNewFacts = false
      return .found
    }
    switch phase {
    case .searching: return find(on: &bus, now)
    case .settingUp(let step): return setUp(from: step, on: &bus, now)
    case .running:
      while taken < block.count, let chip {
        if let counts = takeSample(of: chip) { return .sample(counts, time: last ?? 0) }
      }
      return read(on: &bus, now)
    case .fallingAsleep(let step): return fallAsleep(from: step, on: &bus, now)
    case .asleep:
      if edge != nil { wake(now) }
      return nil
    }
  }

  /// Lets the chip sleep until the board moves, if it can. Nothing is returned meanwhile; after the first motion the chip is reset and
  /// set up. Does nothing unless samples come.
  public mutating func sleepUntilMotion() {
    if phase == .running { phase = .fallingAsleep(step: 0) }
  }

  /// Ends the sleep at `now`, µs. Does nothing unless the chip sleeps.
  public mutating func wake(_ now: UInt32) {
    if phase == .asleep { begin(0, now) }
  }

  /// Lets the chip test itself, which takes less than a second, then sets it up again. Nil unless samples come.
  public mutating func selfTest<Bus: SensorBus>(on bus: inout Bus) -> SelfTestResult? {
    guard phase == .running, let chip else { return nil }
    let result = chip.selfTest(on: &bus, &block)
    begin(chip.firstStepAfterReset, looked)
    return result
  }
}
