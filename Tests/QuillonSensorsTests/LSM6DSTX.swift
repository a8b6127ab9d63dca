import QuillonSensors

/// ST's LSM6DSTX, which has the registers of an LSM6DSOX and another identity (torvalds/linux, st_lsm6dsx_core.c: `ST_LSM6DSTX_ID` with `wai` 6D
/// beside `ST_LSM6DSOX_ID`). BOARDS.md shows this file as the example of a chip that is added.
struct LSM6DSTX: SensorChip {
  private let like: LSM6DSOX

  static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    for address in 0x6A...0x6B as ClosedRange<UInt8> {
      var result = BusResult.acknowledged
      guard bus.read(0x0F, of: address, &result) == 0x6D,
        let like = LSM6DSOX(address: address, identity: 0x6C)
      else { continue }
      return Self(like: like)
    }
    return nil
  }

  var facts: ChipFacts {
    ChipFacts(
      name: "LSM6DSTX", period: 9_615, sampleRate: 104, forceStep: like.facts.forceStep,
      rateStep: like.facts.rateStep)
  }
  var address: UInt8 { like.address }
  func setUpWrite(_ index: UInt16) -> RegisterWrite { like.setUpWrite(index) }
  var firstStepAfterReset: UInt16 { like.firstStepAfterReset }
  var firstStepOfFIFO: UInt16 { like.firstStepOfFIFO }
  func sleepWrite(_ index: UInt16) -> RegisterWrite { like.sleepWrite(index) }
  var mark: RegisterWrite { like.mark }

  func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    like.perform(row, on: &bus)
  }
  func readFIFO<Bus: SensorBus>(on bus: inout Bus, into block: inout FIFOBlock) -> FIFOReading {
    like.readFIFO(on: &bus, into: &block)
  }
  func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    like.counts(at: index, in: block)
  }
  func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? { like.temperature(on: &bus) }
  func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult { like.selfTest(on: &bus, &block) }
}

/// The line: the added chip beside the others.
typealias OneChipMore = EitherChip<LSM6DSTX, TestChip>
