/// A driver whose set-up is a table of registers.
public protocol RegisterChip: SensorChip {
  /// The lower one of the chip's two 7-bit addresses. A pin of the chip selects this or the next.
  static var lowerAddress: UInt8 { get }
  /// The register that tells what chip it is.
  static var identityRegister: UInt8 { get }
  /// The driver of a chip that answers at `address` with `identity`; nil if that is another chip.
  init?(address: UInt8, identity: UInt8)
  /// Where the chip answers.
  var address: UInt8 { get }
  /// Row `index` of the table of the set-up; `.end` after the last one.
  func setUpWrite(_ index: UInt16) -> RegisterWrite
  /// Row `index` of the table of going to sleep; `.end` after the last one.
  func sleepWrite(_ index: UInt16) -> RegisterWrite
  /// A register that has another value after a reset, and the value that the set-up gives it.
  var mark: RegisterWrite { get }
  /// Row `index` of the table that turns the self-test on; `.end` after the last one.
  func selfTestWrite(_ index: UInt16) -> RegisterWrite
  /// Within which limits a count of an axis, 0…2, must change by the self-test; nil if the chip does not answer.
  func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits?
}

extension RegisterChip {
  public static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    findByIdentity(on: &bus, &search)
  }

  /// Asks both addresses for the identity.
  static func findByIdentity<Bus: SensorBus>(
    on bus: inout Bus, _ search: inout ChipSearch
  ) -> Self? {
    let lower = lowerAddress
    return find(at: lower, on: &bus, &search) ?? find(at: lower &+ 1, on: &bus, &search)
  }

  @inline(never)
  private static func find<Bus: SensorBus>(
    at address: UInt8, on bus: inout Bus, _ search: inout ChipSearch
  ) -> Self? {
    var result = BusResult.acknowledged
    guard let identity = bus.read(identityRegister, of: address, &result) else {
      if result == .timedOut { search.isBusHeld = true }
      return nil
    }
    search.note(address: address, register: identityRegister, identity: identity)
    return Self(address: address, identity: identity)
  }

  public func setUp<Bus: SensorBus>(step index: UInt16, on bus: inout Bus) -> ChipStep {
    write(setUpWrite(index), on: &bus)
  }

  public func sleep<Bus: SensorBus>(step index: UInt16, on bus: inout Bus) -> ChipStep {
    write(sleepWrite(index), on: &bus)
  }

  /// Does a row of a table.
  @inline(never)
  func write<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> ChipStep {
    guard row != .end else { return .finished }
    let result = bus.write(row.value, to: row.register, of: address)
    return result == .acknowledged ? .done(pause: row.pause) : .failed(result)
  }

  public func isSetUp<Bus: SensorBus>(on bus: inout Bus) -> Bool? {
    var result = BusResult.acknowledged
    return bus.read(mark.register, of: address, &result).map { $0 == mark.value }
  }
}
