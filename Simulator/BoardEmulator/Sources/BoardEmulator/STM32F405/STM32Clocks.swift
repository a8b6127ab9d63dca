// SPDX-License-Identifier: MIT

/// A peripheral of the STM32F405 whose registers keep what is stored, unless a subclass overrides it.
class STM32Peripheral: Peripheral {
  unowned let machine: Machine
  let name: String
  private let names: [UInt32: String]
  private(set) var values: [UInt32: UInt32] = [:]
  /// The register and the bit that let a clock reach it; nil: it always has one.
  var gate: (clocks: STM32RCC, register: UInt32, bit: UInt32)?

  init(_ machine: Machine, _ name: String, _ names: [UInt32: String]) {
    (self.machine, self.name, self.names) = (machine, name, names)
  }

  final func name(at offset: UInt32) -> String? { names[offset] }

  final var obstacle: String? {
    guard let gate, gate.clocks.value(gate.register) >> gate.bit & 1 == 0 else { return nil }
    return "bit \(gate.bit) of RCC.\(gate.clocks.name(at: gate.register) ?? "") does not clock it"
  }

  /// As after a reset of the chip.
  func reset() { values = [:] }
  func read(_ offset: UInt32) -> UInt32 { value(offset) }
  func write(_ offset: UInt32, _ value: UInt32) { put(offset, value) }

  final func value(_ offset: UInt32) -> UInt32 { values[offset, default: 0] }
  final func put(_ offset: UInt32, _ value: UInt32) { values[offset] = value }

  /// Ends the run: what is wrong with the register at `offset`.
  final func fail(_ offset: UInt32, _ words: String) {
    machine.fail("\(name).\(name(at: offset) ?? hex(offset)) \(words)")
  }
}

/// RCC, clocks from the internal oscillator of 16 MHz (RM0090, section 7).
final class STM32RCC: STM32Peripheral {
  private let flash: STM32Flash
  /// The clock of the peripherals of APB1, Hz.
  private(set) var slow = 16e6
  /// PLLRDY follows PLLON.
  private var isLocked = false
  /// Why the chip was reset, the flags of CSR.
  private var causes: UInt32 = 0

  init(_ machine: Machine, _ flash: STM32Flash) {
    self.flash = flash
    super.init(
      machine, "RCC",
      [
        0x00: "CR", 0x04: "PLLCFGR", 0x08: "CFGR", 0x30: "AHB1ENR", 0x40: "APB1ENR",
        0x44: "APB2ENR", 0x74: "CSR",
      ])
  }

  override func reset() {
    super.reset()
    put(0x00, 1)
    (slow, isLocked) = (16e6, false)
    machine.setClock(16e6)
  }

  /// Adds what reset the chip to CSR: bits 25 brown-out, 26 pin, 27 power, 28 software, 29 independent watchdog (7.3.21).
  func noteReset(_ bits: UInt32) { causes |= bits }

  /// As the boot ROM's loader leaves it after DFU: the core runs on the PLL, and the internal oscillator is off (STMicroelectronics AN2606:
  /// its clocks in DFU; stm32duino/Arduino_Core_STM32#1653: "set PLL as SystemClock and keep it").
  func leaveOnPLL() {
    put(0x00, 1 << 24 | 1 << 16)
    put(0x04, 1 << 22 | 7 << 24 | 336 << 6 | 8)
    put(0x08, 0b10)
    isLocked = true
    machine.setClock(60e6)
  }

  override func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x00: value(0) | (value(0) & 1) << 1 | (isLocked ? 1 << 25 : 0)
    case 0x08: value(8) | (value(8) & 0b11) << 2
    case 0x74: causes
    default: value(offset)
    }
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x00: return control(value)
    case 0x04 where self.value(0) & 1 << 24 != 0:
      return fail(offset, "is written while the PLL runs")
    case 0x74:
      if value & 1 << 24 != 0 { causes = 0 }
      return
    default: put(offset, value)
    }
    guard offset == 0x08 else { return }
    switch value & 0b11 {
    case 0b00:
      guard self.value(0) & 1 != 0 else { return fail(0x08, "chooses HSI, which does not run") }
      slow = 16e6
      machine.setClock(16e6)
    case 0b10: choosePLL(value)
    default: fail(0x08, "= \(hex(value)) chooses a clock that does not run")
    }
  }

  private func control(_ value: UInt32) {
    guard value & 1 << 24 != 0 || self.value(8) & 0b11 != 0b10 else {
      return fail(0x00, "stops the PLL that the core runs on")
    }
    let wasOn = self.value(0) & 1 << 24 != 0
    // The ready flags cannot be written.
    put(0x00, value & ~(1 << 25 | 1 << 17 | 1 << 1))
    if value & 1 << 24 == 0 { isLocked = false }
    guard !wasOn, value & 1 << 24 != 0 else { return }
    machine.schedule(after: 200_000) { [unowned self] in isLocked = self.value(0) & 1 << 24 != 0 }
  }

  private func choosePLL(_ value: UInt32) {
    guard isLocked else { return fail(0x08, "chooses a PLL that does not run") }
    let factors = self.value(4)
    guard factors & 1 << 22 == 0 else {
      return fail(0x04, "makes the clock of the external oscillator, which boards may not have")
    }
    let frequency =
      16e6 / Double(factors & 63) * Double(factors >> 6 & 511)
      / Double(2 * ((factors >> 16 & 3) + 1))
    guard frequency <= 168e6, flash.value(0) & 7 >= UInt32(frequency / 30e6) else {
      return fail(0x08, "chooses \(frequency) Hz, too fast for FLASH.ACR or the chip")
    }
    let divider = value >> 10 & 7
    slow = frequency / (divider < 4 ? 1 : Double(2 << (divider - 4)))
    guard slow <= 42e6 else { return fail(0x08, "gives APB1 \(slow) Hz, more than 42 MHz") }
    machine.setClock(frequency)
  }
}

/// The flash's interface and the last two sectors below it that hold settings (RM0090, section 3).
final class STM32Flash: STM32Peripheral {
  static let settings: UInt32 = 0x080C_0000
  private static let sector: UInt32 = 128 << 10
  private let pages = Memory(count: 256 << 10, filling: 0xFF)
  private var keys: [UInt32] = []

  init(_ machine: Machine) {
    super.init(machine, "FLASH", [0x00: "ACR", 0x04: "KEYR", 0x0C: "SR", 0x10: "CR"])
    put(0x10, 1 << 31)
    machine.engine.map(
      at: Self.settings, size: pages.count,
      read: { [unowned self] offset, _ in pages[word: Int(offset) & ~3] >> (8 * (offset & 3)) },
      write: { [unowned self] offset, size, value in program(offset, size, value) })
  }

  override func reset() {
    super.reset()
    put(0x10, 1 << 31)
    keys = []
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x04:
      keys.append(value)
      if keys.suffix(2) == [0x4567_0123, 0xCDEF_89AB] { put(0x10, 0) }
    case 0x10:
      guard self.value(0x10) >> 31 == 0 || value >> 31 == 1 else {
        return fail(0x10, "is written while it is locked")
      }
      put(0x10, value & ~(1 << 16))
      if value & 1 << 16 != 0 { erase(value) }
    // Writing 1 clears an error.
    case 0x0C: put(0x0C, self.value(0x0C) & ~value)
    default: put(offset, value)
    }
  }

  /// As a loader leaves it: its last programming was out of order (PGSERR).
  func leaveError() { put(0x0C, 1 << 7) }

  /// An earlier error is treated as a new one (STMicroelectronics' HAL clears the flags first, stm32f4xx_hal_flash.c).
  private var hasOldError: Bool {
    guard value(0x0C) & 0xF0 != 0 else { return false }
    fail(0x0C, "still has an error of before: clear it first")
    return true
  }

  private func erase(_ order: UInt32) {
    let number = order >> 3 & 15
    guard order & 0b10 != 0, number == 10 || number == 11 else {
      return fail(0x10, "= \(hex(order)) erases none of the two sectors of settings")
    }
    guard !hasOldError else { return }
    let begin = Int((number - 10) * Self.sector)
    for place in begin..<begin + Int(Self.sector) { pages.bytes[place] = 0xFF }
    machine.stall(1_000_000_000)
  }

  private func program(_ offset: UInt32, _ size: Int, _ value: UInt32) {
    guard self.value(0x10) == 0b10 << 8 | 1, size == 4 else {
      return machine.fail(
        "the firmware writes the flash at \(hex(Self.settings + offset)), but FLASH.CR is not for words"
      )
    }
    guard !hasOldError else { return }
    pages[word: Int(offset)] &= value
    machine.stall(16_000)
  }
}

/// IWDG, the independent watchdog at 32 kHz (RM0090, section 21).
final class STM32Watchdog: STM32Peripheral {
  private var (isRunning, isOpen) = (false, false)
  private lazy var alarm = Alarm(machine) { [unowned self] in machine.reset(because: "IWDG") }

  init(_ machine: Machine) {
    super.init(machine, "IWDG", [0x0: "KR", 0x4: "PR", 0x8: "RLR", 0xC: "SR"])
  }

  override func reset() {
    super.reset()
    (isRunning, isOpen) = (false, false)
    alarm.cancel()
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    switch (offset, value) {
    case (0, 0xCCCC): isRunning = true
    case (0, 0x5555): isOpen = true
    case (0, 0xAAAA): isOpen = false
    case (0, _): return fail(0, "= \(hex(value)) is no key")
    default:
      guard isOpen else { return fail(offset, "is written without the key in KR") }
      put(offset, value)
    }
    guard isRunning else { return }
    let periods = (values[8] ?? 0xFFF) * (4 << (values[4] ?? 0))
    alarm.set(after: UInt64(Double(periods) / 32_000 * 1e9))
  }
}
