// SPDX-License-Identifier: MIT
import CUnicorn

/// What lets the core see the flash.
protocol FlashWindow: AnyObject {
  /// Lets it see the flash, or not.
  func setMapped(_ isMapped: Bool)
  /// Lets it see the flash as the boot ROM does by itself, which is slow.
  func enterSlowly()
  /// Lets it see the flash as fast as before, by a mode and a divider of the boot ROM.
  func select(mode: UInt32, divider: UInt32)
}

extension FlashWindow {
  /// The boot ROM has no such function.
  func select(mode: UInt32, divider: UInt32) {}
}

/// The SSI controller that reads the flash (RP2040 Datasheet, 4.10), as a boot2 sets it up for command 03h. Until then there is
/// nothing at 0x10000000.
final class RP2040SSI: Peripheral, FlashWindow {
  private unowned let machine: Machine
  private let flash: Memory
  private var values: [Register: UInt32] = [:]
  private(set) var isMapped = false

  private enum Register: UInt32 {
    case CTRLR0 = 0x00
    case CTRLR1 = 0x04
    case SSIENR = 0x08
    case BAUDR = 0x14
    case SPI_CTRLR0 = 0xF4
  }

  init(_ machine: Machine, flash: Memory) { (self.machine, self.flash) = (machine, flash) }

  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }
  func read(_ offset: UInt32) -> UInt32 {
    Register(rawValue: offset).map { values[$0, default: 0] } ?? 0
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = Register(rawValue: offset) else { return }
    guard register == .SSIENR || values[.SSIENR, default: 1] == 0 else {
      return machine.fail("SSI.\(register) is written while SSIENR is 1")
    }
    values[register] = value
    guard register == .SSIENR else { return }
    setMapped(value == 1 && canRead)
  }

  /// True if it is set up to read 32 bits after command 03h and 24 bits of address.
  private var canRead: Bool {
    guard values[.CTRLR0] == 31 << 16 | 3 << 8, values[.CTRLR1] == 0,
      values[.SPI_CTRLR0] == 0x03 << 24 | 2 << 8 | 6 << 2,
      let divider = values[.BAUDR], divider >= 2, divider % 2 == 0
    else {
      machine.fail("SSI is enabled, but its registers do not make it read the flash by command 03h")
      return false
    }
    return true
  }

  /// The boot ROM's flash_enter_cmd_xip lets the core see the flash, by command 03h and a divider of 6, where a boot2 has a smaller one
  /// (raspberrypi/pico-bootrom-rp2040, program_flash_generic.c, flash_init_spi; raspberrypi/pico-sdk, flash.c, flash_enable_xip_via_boot2).
  /// Nobody runs on so slowly for a second.
  func enterSlowly() {
    values = [:]
    setMapped(true)
    machine.schedule(after: 1_000_000_000) { [unowned self] in
      guard isMapped, values[.BAUDR] == nil else { return }
      machine.fail(
        "SSI.BAUDR is still the 6 of flash_enter_cmd_xip, with which all code runs three times slower: run boot2 again"
      )
    }
  }

  /// Lets the core see the flash, or not.
  func setMapped(_ isMapped: Bool) {
    guard isMapped != self.isMapped else { return }
    self.isMapped = isMapped
    if isMapped {
      machine.engine.map(flash, at: 0x1000_0000, isWritable: false)
    } else {
      machine.engine.unmap(flash, at: 0x1000_0000)
    }
  }

  func reset() {
    values = [:]
    setMapped(false)
  }
}

/// The boot ROM's functions (RP2040 Datasheet, 2.8.3; RP2350 Datasheet, 5.4): stubs in memory, and what they do here.
final class RP2040ROM {
  private unowned let machine: Machine
  private let (window, flash): (any FlashWindow, Memory)
  private let chip: RPChip
  private let memory: Memory
  private var isConnected = false
  private var canProgram = false

  private static let table: UInt32 = 0x100
  private static let code: UInt32 = 0x200

  private enum Function: UInt32, CaseIterable {
    case lookup, connect, exit, erase, program, flush, enter, usbBoot, select, reboot

    /// Its code in the table of `chip`, two letters; nil if it is not there.
    func code(in chip: RPChip) -> String? {
      switch self {
      case .lookup: nil
      case .connect: "IF"
      case .exit: "EX"
      case .erase: "RE"
      case .program: "RP"
      case .flush: "FC"
      case .enter: "CX"
      case .usbBoot: chip == .rp2040 ? "UB" : nil
      case .select: chip == .rp2350 ? "XM" : nil
      case .reboot: chip == .rp2350 ? "RB" : nil
      }
    }

    var address: UInt32 { RP2040ROM.code + 16 * rawValue }
    static func key(_ code: String) -> UInt32 {
      let bytes = Array(code.utf8)
      return UInt32(bytes[0]) | UInt32(bytes[1]) << 8
    }
  }

  init(
    _ machine: Machine, _ window: any FlashWindow, flash: Memory, _ chip: RPChip = .rp2040
  ) {
    (self.machine, self.window, self.flash, self.chip) = (machine, window, flash, chip)
    memory = Memory(count: chip == .rp2040 ? 0x4000 : 0x8000, filling: 0)
    memory[word: 0x10] = chip == .rp2040 ? 0x0001_754D : 0x0202_754D
    memory[word: 0x14] = Self.table
    switch chip {
    case .rp2040: memory[word: 0x18] = Function.lookup.address | 1
    case .rp2350: memory[word: 0x14] |= (Function.lookup.address | 1) << 16
    }
    for function in Function.allCases {
      // bx lr
      memory[word: Int(function.address)] = 0x4770
    }
    machine.engine.map(memory, at: 0, isWritable: false)
    let last = Function.allCases.map(\.address).max() ?? Self.code
    machine.engine.watch(Self.code...last) { [unowned self] address in
      guard let function = Function.allCases.first(where: { $0.address == address }) else { return }
      run(function)
    }
  }

  /// The address of an RP2350's function that selects how the flash is read.
  static var select: UInt32 { Function.select.address | 1 }

  private func run(_ function: Function) {
    let engine = machine.engine
    let (r0, r1, r2) = (engine[UC_ARM_REG_R0], engine[UC_ARM_REG_R1], engine[UC_ARM_REG_R2])
    switch function {
    case .lookup:
      // An RP2040 expects its table and the code, an RP2350 the code and the kinds of what is looked up: 4 for secure code.
      guard chip == .rp2040 ? r0 == Self.table : r1 == 4 else {
        return machine.fail("the ROM's lookup is given \(hex(r0)) and \(hex(r1))")
      }
      let code = chip == .rp2040 ? r1 : r0
      let found = Function.allCases.first { $0.code(in: chip).map(Function.key) == code }
      engine[UC_ARM_REG_R0] = found.map { $0.address | 1 } ?? 0
    case .connect: isConnected = true
    case .exit:
      guard isConnected else {
        return machine.fail("flash_exit_xip is called before connect_internal_flash")
      }
      canProgram = true
      window.setMapped(false)
    case .erase:
      guard canProgram, r0 % 4_096 == 0, r1 % 4_096 == 0 else {
        return machine.fail(
          "flash_range_erase(\(hex(r0)), \(r1)) is out of turn or not of whole sectors")
      }
      for place in Int(r0)..<Int(r0 + r1) { flash.bytes[place] = 0xFF }
      machine.stall(45_000_000 * UInt64(r1 / 4_096))
    case .program:
      guard canProgram, r0 % 256 == 0, r2 % 256 == 0 else {
        return machine.fail(
          "flash_range_program(\(hex(r0)), \(r2)) is out of turn or not of whole pages")
      }
      for place in 0..<Int(r2) {
        var byte: UInt8 = 0
        uc_mem_read(engine.engine, UInt64(r1) + UInt64(place), &byte, 1)
        flash.bytes[Int(r0) + place] &= byte
      }
      machine.stall(400_000 * UInt64(r2 / 256))
    case .flush: break
    case .enter:
      (canProgram, isConnected) = (false, false)
      window.enterSlowly()
    case .usbBoot: machine.end(in: "the boot ROM's USB drive, with lights \(hex(r0))")
    case .select:
      (canProgram, isConnected) = (false, false)
      window.select(mode: r0, divider: r1)
    case .reboot:
      // BOOTSEL without a way back, and in the options that the pin of the light is given.
      let (options, pin) = (r2, engine[UC_ARM_REG_R3])
      guard r0 == 0x102, options == 0x20 else {
        return machine.fail("reboot(\(hex(r0)), \(r1), \(hex(options)), \(pin)) is not known here")
      }
      machine.end(in: "the boot ROM's USB drive, with lights \(hex(1 << pin))")
    }
  }
}
