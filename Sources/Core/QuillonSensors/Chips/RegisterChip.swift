/// A driver that is told from others by a register with the chip's identity.
public protocol RegisterChip: SensorChip {
  /// The lower one of the chip's two 7-bit addresses. A pin of the chip selects this or the next.
  static var lowerAddress: UInt8 { get }
  /// The register that tells what chip it is.
  static var identityRegister: UInt8 { get }
  /// The driver of a chip that answers at `address` with `identity`; nil if that is another chip.
  init?(address: UInt8, identity: UInt8)
  /// Row `index` of the table that turns the self-test on; `.end` after the last one.
  func selfTestWrite(_ index: UInt16) -> RegisterWrite
  /// Within which limits a count of an axis, 0…2, must change by the self-test; nil if the chip does not answer.
  func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits?
}

extension RegisterChip {
  public static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    var address = lowerAddress
    while address < lowerAddress &+ 2 {
      if let identity = bus.identity(in: identityRegister, of: address, &search),
        let chip = Self(address: address, identity: identity)
      {
        return chip
      }
      address &+= 1
    }
    return nil
  }

  @inline(__always)
  public func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    bus.write(row.value, to: row.register, of: address)
  }
}

extension SensorBus {
  /// Asks for an identity, and notes what answers.
  @inline(never)
  mutating func identity(
    in register: UInt8, of address: UInt8, _ search: inout ChipSearch
  ) -> UInt8? {
    var result = BusResult.acknowledged
    guard let identity = read(register, of: address, &result) else {
      if result == .timedOut { search.isBusHeld = true }
      return nil
    }
    search.note(address: address, register: register, identity: identity)
    return identity
  }
}
