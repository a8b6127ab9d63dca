// SPDX-License-Identifier: MIT

/// POWMAN.CHIP_RESET (RP2350 Datasheet, 6.4): what reset the chip last, and a flag for programs that look for two presses of reset.
final class RP2350Power: Peripheral {
  enum Cause: UInt32 {
    case power = 16
    case brownOut = 17
    case pin = 18
    case watchdog = 28
  }

  private unowned let machine: Machine
  private var cause = Cause.power
  private var isFlagged = false

  init(_ machine: Machine) { self.machine = machine }

  /// The chip has been reset. The flag outlives the reset pin and the watchdog.
  func note(_ cause: Cause) {
    self.cause = cause
    if cause == .power || cause == .brownOut { isFlagged = false }
  }

  func name(at offset: UInt32) -> String? { offset & 0xFFF == 0x2C ? "CHIP_RESET" : nil }

  func read(_ offset: UInt32) -> UInt32 { 1 << cause.rawValue | (isFlagged ? 1 : 0) }

  /// Writes, aliases too, need the password above the 16 bits.
  func write(_ offset: UInt32, _ value: UInt32) {
    guard value >> 16 == 0x5AFE else {
      return machine.fail("POWMAN.CHIP_RESET is written without its password, which has no effect")
    }
    switch offset >> 12 {
    case 1: isFlagged = isFlagged != (value & 1 != 0)
    case 2: isFlagged = isFlagged || value & 1 != 0
    case 3: isFlagged = isFlagged && value & 1 == 0
    default: isFlagged = value & 1 != 0
    }
  }
}

/// TICKS (RP2350 Datasheet, 8.5): what the timer and the watchdog count, made of CLK_REF.
final class RP2350Ticks: Peripheral {
  /// The generators that are modeled, and where their registers begin.
  enum Generator: UInt32, CaseIterable {
    case TIMER0 = 0x18
    case WATCHDOG = 0x30
  }

  private let clocks: RP2040Clocks
  private var values: [UInt32: UInt32] = [:]

  init(_ clocks: RP2040Clocks) { self.clocks = clocks }

  /// Why nothing counts microseconds by it; nil if something does.
  func obstacle(of generator: Generator) -> String? {
    let cycles = values[generator.rawValue + 4, default: 0] & 0x1FF
    guard values[generator.rawValue, default: 0] & 1 != 0, cycles != 0 else {
      return "TICKS.\(generator)_CTRL does not make its tick"
    }
    let rate = clocks.reference / Double(cycles)
    return rate == 1e6 ? nil : "TICKS.\(generator)_CYCLES makes \(rate) ticks a second of CLK_REF"
  }

  func name(at offset: UInt32) -> String? {
    Generator.allCases.first { $0.rawValue == offset }.map { "\($0)_CTRL" }
      ?? Generator.allCases.first { $0.rawValue + 4 == offset }.map { "\($0)_CYCLES" }
  }

  func read(_ offset: UInt32) -> UInt32 { values[offset, default: 0] }
  func write(_ offset: UInt32, _ value: UInt32) { values[offset] = value }
  func reset() { values = [:] }
}
