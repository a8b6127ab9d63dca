/// A driver whose chip is identified by the value of a register.
public protocol RegisterChip: SensorChip {
  /// The lower one of the chip's two 7-bit addresses. A pin of the chip selects this or the next.
  static var lowerAddress: UInt8 { get }
  /// The register with the chip's identity.
  static var identityRegister: UInt8 { get }
  /// The register that chooses a bank, and the bits of it that are not 0 in another bank than that of the identity; `.end` if the chip has none.
  /// A chip that kept its supply may be in any bank, because of another program.
  static var bank: RegisterWrite { get }
  /// The register and the bit by which a chip leaves I2C off on SPI; `.end` if it has none.
  static var withoutI2C: RegisterWrite { get }
  /// The driver of a chip that answers at `address` with `identity`; nil if that is another chip.
  init?(address: UInt8, identity: UInt8)
  /// Row `index` of the table that turns the self-test on; `.end` after the last one.
  func selfTestWrite(_ index: UInt16) -> RegisterWrite
  /// The limits of the change of an axis, 0…2, by the self-test, counts; nil if the chip does not answer.
  func selfTestLimits<Bus: SensorBus>(
    _ sensor: SelfTestSensor, axis: UInt8, on bus: inout Bus
  ) -> SelfTestLimits?
}

extension RegisterChip {
  public static var bank: RegisterWrite { .end }
  public static var withoutI2C: RegisterWrite { .end }

  public static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    var address = lowerAddress
    while address < lowerAddress &+ 2 {
      var isSure = false
      while let identity = bus.identity(in: identityRegister, of: address, &search) {
        if let chip = Self(address: address, identity: identity) { return chip }
        guard !isSure, bank != .end, bus.leaveBank(bank, of: address) else { break }
        isSure = true
      }
      address &+= 1
    }
    return nil
  }

  /// On SPI each write to the register that disables I2C sets that bit. Otherwise the chip would treat other chips' traffic as its own.
  @inline(__always)
  public func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    let isAdding = Bus.isSPI && row.register == Self.withoutI2C.register
    return bus.write(
      isAdding ? row.value | Self.withoutI2C.value : row.value, to: row.register, of: address)
  }
}

extension SensorBus {
  /// Chooses the bank of the identity if another one is chosen. False if none is, or if the chip does not answer.
  @inline(never)
  mutating func leaveBank(_ bank: RegisterWrite, of address: UInt8) -> Bool {
    var result = BusResult.acknowledged
    // Other bits are 0 in a register of that kind. Another chip has something else there, which is left alone.
    guard let chosen = read(bank.register, of: address, &result), chosen != 0,
      chosen & ~bank.value == 0
    else { return false }
    return write(0, to: bank.register, of: address) == .acknowledged
  }

  /// Reads an identity, and notes what answers. While a line is held low, no chip can answer, and each attempt takes 10 ms.
  @inline(never)
  mutating func identity(
    in register: UInt8, of address: UInt8, _ search: inout ChipSearch
  ) -> UInt8? {
    var result = BusResult.acknowledged
    guard !search.isBusHeld, let identity = read(register, of: address, &result) else {
      if result == .timedOut { search.isBusHeld = true }
      return nil
    }
    search.note(address: address, register: register, identity: identity)
    return identity
  }
}
