// SPDX-License-Identifier: MIT

/// The RAM, as EasyDMA reaches it: RAM alone, and no flash (nRF52840 Product Specification, 6.1.3).
final class NRF52840RAM {
  static let base: UInt32 = 0x2000_0000
  let memory = Memory(count: 256 << 10, filling: 0xA5)
  private unowned let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  private func offset(_ address: UInt32, _ register: String) -> Int? {
    let offset = Int(address) - Int(Self.base)
    guard offset >= 0, offset < memory.count else {
      machine.fail("\(register) leads to \(hex(address)), but EasyDMA reaches RAM only")
      return nil
    }
    return offset
  }

  /// The byte at `address`; nil after a failure.
  func load(_ address: UInt32, _ register: String) -> UInt8? {
    offset(address, register).map { memory.bytes[$0] }
  }

  /// Stores a byte; false after a failure.
  func store(_ byte: UInt8, _ address: UInt32, _ register: String) -> Bool {
    guard let offset = offset(address, register) else { return false }
    memory.bytes[offset] = byte
    return true
  }
}

/// NVMC, which writes the flash (4.3), and the two pages that a board gives to settings.
final class NRF52840NVMC: NRF52840Peripheral {
  private let pages = Memory(count: 8_192, filling: 0xFF)
  private let address: UInt32

  /// The controller of a board whose settings begin at `address`.
  init(_ machine: Machine, settings address: UInt32) {
    self.address = address
    super.init(
      machine, "NVMC", interrupt: nil,
      [0x400: "READY", 0x504: "CONFIG", 0x508: "ERASEPAGE", 0x540: "ICACHECNF"])
    machine.engine.map(
      at: address, size: 8_192,
      read: { [unowned self] offset, _ in pages[word: Int(offset) & ~3] >> (8 * (offset & 3)) },
      write: { [unowned self] offset, size, value in write(offset: offset, size, value) })
  }

  override func value(_ offset: UInt32) -> UInt32 { offset == 0x400 ? 1 : super.value(offset) }

  override func store(_ offset: UInt32, _ value: UInt32) {
    guard offset == 0x508 else { return put(offset, value) }
    guard self.value(0x504) == 2 else { return fail(0x508, "is written while CONFIG is not 2") }
    guard value == address || value == address + 4_096 else {
      return fail(0x508, "= \(hex(value)) is none of the two pages of settings")
    }
    for place in 0..<4_096 { pages.bytes[Int(value - address) + place] = 0xFF }
    machine.stall(85_000_000)
  }

  private func write(offset: UInt32, _ size: Int, _ value: UInt32) {
    guard self.value(0x504) == 1, size == 4 else {
      return machine.fail(
        "the firmware writes the flash at \(hex(address + offset)), but NVMC.CONFIG is not 1")
    }
    pages[word: Int(offset)] &= value
    machine.stall(41_000)
  }
}
