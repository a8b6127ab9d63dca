/// A driver of a sensor chip with an accelerometer, a gyroscope and a FIFO.
///
/// A driver is a value: where the chip answers, and which variant it is. It keeps nothing else, so a chip that was reset is just set
/// up again. Time passes in `ChipReader`, never here, except in the self-test.
///
/// Each driver sets ±8 g, ±2000°/s, about 100 samples a second through the chip's own filters, and an interrupt at each sample.
public protocol SensorChip: Sendable {
  /// Looks for the chip at its addresses. Nil if it is not there; `search` then has what answered instead.
  static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self?

  /// Its name, rate and scales.
  var facts: ChipFacts { get }

  /// Where the chip answers.
  var address: UInt8 { get }

  /// Row `index` of the table of the set-up, counted from 0; `.end` after the last one.
  func setUpWrite(_ index: UInt16) -> RegisterWrite

  /// The first step of the set-up after the command that resets the chip.
  var firstStepAfterReset: UInt16 { get }

  /// The first of the last steps, which empty the FIFO and restart it. A chip that is set up needs no others.
  var firstStepOfFIFO: UInt16 { get }

  /// Row `index` of the table for sleeping until the board moves. The interrupt pin then signals motion. The set-up, with its
  /// reset, wakes the chip. A chip that can't do this has no such rows.
  func sleepWrite(_ index: UInt16) -> RegisterWrite

  /// A register that has another value after a reset than after the set-up, and the latter. It shows whether the chip was reset.
  var mark: RegisterWrite { get }

  /// How many steps directly before `firstStepOfFIFO` write registers that must keep their values, such as ranges and rates. They are read
  /// back one after the other, and the mark too, because a disturbance can change a bit of them.
  var keptSteps: UInt16 { get }

  /// False for a chip with messages instead of registers. It has no mark, and reports a reset by `overflowed`.
  var hasRegisters: Bool { get }

  /// The magnetometer in the chip's package; nil if it has none.
  var magnetometer: Magnetometer? { get }

  /// Looks at a sample, one each 0.16 s. True if it shows that the facts differ from those so far.
  mutating func revisesFacts(_ counts: SensorCounts) -> Bool

  /// Does a row of a table: writes the register, or what else the row stands for.
  func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult

  /// Reads what the FIFO holds, as much as fits into `block`.
  func readFIFO<Bus: SensorBus>(on bus: inout Bus, into block: inout FIFOBlock) -> FIFOReading

  /// The sample at `index` of a block that this driver filled; nil for a place that the chip marked as one without a sample.
  func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts?

  /// The temperature of the chip, 1/100 °C; nil if it does not answer.
  func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16?

  /// Lets the chip push its own masses and compares what it then measures. It takes less than a second and needs a chip at rest
  /// that is set up. Set it up again afterwards.
  func selfTest<Bus: SensorBus>(on bus: inout Bus, _ block: inout FIFOBlock) -> SelfTestResult
}

extension SensorChip {
  /// True.
  @inline(__always)
  public var hasRegisters: Bool { true }

  /// None.
  @inline(__always)
  public var keptSteps: UInt16 { 0 }

  /// None.
  @inline(__always)
  public var magnetometer: Magnetometer? { nil }

  /// False.
  @inline(__always)
  public mutating func revisesFacts(_ counts: SensorCounts) -> Bool { false }
}

/// What a look into the FIFO gave.
public enum FIFOReading: UInt8, Sendable {
  /// The samples in the block, perhaps none.
  case samples = 0
  /// The transfer was not acknowledged.
  case notAcknowledged = 1
  /// A line was held low.
  case timedOut = 2
  /// The FIFO was full, and samples are lost, or their order. It has to be restarted, from `firstStepOfFIFO` on.
  case overflowed = 3

  /// The outcome of a transfer that had to succeed.
  @inline(__always)
  public init(_ result: BusResult) {
    switch result {
    case .acknowledged: self = .samples
    case .notAcknowledged: self = .notAcknowledged
    case .timedOut: self = .timedOut
    }
  }
}

/// The result of a self-test.
public enum SelfTestResult: UInt8, Sendable {
  /// Everything that the chip can test is in order.
  case passed = 0
  /// An axis of the accelerometer did not move as its maker specifies.
  case accelerometerFailed = 1
  /// An axis of the gyroscope did not.
  case gyroscopeFailed = 2
  /// The chip did not answer.
  case noAnswer = 3
}
