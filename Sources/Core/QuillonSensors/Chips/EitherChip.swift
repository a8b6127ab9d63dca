/// One of two drivers, whichever chip is there. Nested, it is one of many, and a program holds no other than these.
public enum EitherChip<First: SensorChip, Second: SensorChip>: SensorChip {
  /// The first one's chip was found.
  case first(First)
  /// The second one's chip was found.
  case second(Second)

  public static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    if let chip = First.find(on: &bus, &search) { return .first(chip) }
    return Second.find(on: &bus, &search).map { .second($0) }
  }

  public var address: UInt8 {
    switch self {
    case .first(let chip): chip.address
    case .second(let chip): chip.address
    }
  }

  public var facts: ChipFacts {
    switch self {
    case .first(let chip): chip.facts
    case .second(let chip): chip.facts
    }
  }

  public var firstStepAfterReset: UInt16 {
    switch self {
    case .first(let chip): chip.firstStepAfterReset
    case .second(let chip): chip.firstStepAfterReset
    }
  }

  public var firstStepOfFIFO: UInt16 {
    switch self {
    case .first(let chip): chip.firstStepOfFIFO
    case .second(let chip): chip.firstStepOfFIFO
    }
  }

  public var mark: RegisterWrite {
    switch self {
    case .first(let chip): chip.mark
    case .second(let chip): chip.mark
    }
  }

  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch self {
    case .first(let chip): chip.setUpWrite(index)
    case .second(let chip): chip.setUpWrite(index)
    }
  }

  public func sleepWrite(_ index: UInt16) -> RegisterWrite {
    switch self {
    case .first(let chip): chip.sleepWrite(index)
    case .second(let chip): chip.sleepWrite(index)
    }
  }

  public var keptSteps: UInt16 {
    switch self {
    case .first(let chip): chip.keptSteps
    case .second(let chip): chip.keptSteps
    }
  }

  public var hasRegisters: Bool {
    switch self {
    case .first(let chip): chip.hasRegisters
    case .second(let chip): chip.hasRegisters
    }
  }

  public var magnetometer: Magnetometer? {
    switch self {
    case .first(let chip): chip.magnetometer
    case .second(let chip): chip.magnetometer
    }
  }

  public mutating func revisesFacts(_ counts: SensorCounts) -> Bool {
    switch self {
    case .first(var chip):
      defer { self = .first(chip) }
      return chip.revisesFacts(counts)
    case .second(var chip):
      defer { self = .second(chip) }
      return chip.revisesFacts(counts)
    }
  }

  public func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    switch self {
    case .first(let chip): chip.perform(row, on: &bus)
    case .second(let chip): chip.perform(row, on: &bus)
    }
  }

  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    switch self {
    case .first(let chip): chip.readFIFO(on: &bus, into: &block)
    case .second(let chip): chip.readFIFO(on: &bus, into: &block)
    }
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    switch self {
    case .first(let chip): chip.counts(at: index, in: block)
    case .second(let chip): chip.counts(at: index, in: block)
    }
  }

  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? {
    switch self {
    case .first(let chip): chip.temperature(on: &bus)
    case .second(let chip): chip.temperature(on: &bus)
    }
  }

  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    switch self {
    case .first(let chip): chip.selfTest(on: &bus, &block)
    case .second(let chip): chip.selfTest(on: &bus, &block)
    }
  }
}
