import QuillonNumerics

/// Finds a chip, sets it up, takes its samples and puts right what goes wrong, without ever waiting.
///
/// Call `next` whenever the core wakes: at each data-ready edge, and at least every 2 ms. Call it until it returns nil.
///
///     var reader = ChipReader<AnyChip<NoBMI270Configuration>>()
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
  /// What the last search met.
  public internal(set) var search = ChipSearch()
  /// What went wrong so far.
  public internal(set) var counters = ChipCounters()
  var phase = Phase.searching
  var block = FIFOBlock()
  /// How many samples of the block have been taken.
  var taken = 0
  /// True if the FIFO holds more than the last burst took.
  var hasMore = false
  /// The newest data-ready edge that no burst has followed yet.
  var edge: UInt32?
  /// The time of the newest sample of the block.
  var newest: UInt32 = 0
  /// The time of the last sample that was returned, or of the end of the set-up.
  var last: UInt32 = 0
  /// True once a sample was returned since the set-up.
  var hasSample = false
  /// The time of the last look into the FIFO, or of the last step.
  var looked: UInt32 = 0
  /// How long to wait from there, µs.
  var pause: UInt32 = 0
  /// The chip's period by the board's clock, µs in Q27.4.
  var period: UInt32 = 0

  /// A reader that has not looked yet.
  public init() {}

  /// True while samples come.
  public var isRunning: Bool { phase == .running }

  /// The next thing that happened; nil if nothing did.
  ///
  /// - Parameters:
  ///   - now: the board's clock, µs modulo 2³².
  ///   - dataReady: when the interrupt pin last rose, on the same clock; nil if it has not since the last call, or if the pin is not
  ///     connected. Then the FIFO is asked every period.
  public mutating func next<Bus: SensorBus>(
    on bus: inout Bus, now: UInt32, dataReady: UInt32?
  ) -> ChipEvent? {
    nil
  }

  /// Lets the chip sleep until the board moves. Nothing is returned meanwhile. Does nothing unless samples come.
  public mutating func sleepUntilMotion() {
    if phase == .running { phase = .fallingAsleep(step: 0) }
  }
}
