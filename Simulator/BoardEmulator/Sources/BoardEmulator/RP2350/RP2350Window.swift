// SPDX-License-Identifier: MIT

/// How the core sees the flash. The boot ROM finds out how to read it, and leaves code in its RAM that sets that up again: it has to run
/// after the flash was written (raspberrypi/pico-bootrom-rp2350, varm_misc.S, s_native_default_xip_setup).
final class RP2350Window: FlashWindow {
  /// Command EBh with four lines, and the core's clock divided by three, which it tries first.
  static let (mode, divider): (UInt32, UInt32) = (3, 3)

  private unowned let machine: Machine
  private let flash: Memory
  private var isMapped = false

  init(_ machine: Machine, flash: Memory) { (self.machine, self.flash) = (machine, flash) }

  /// The boot ROM reads by command 03h with a divider of 12 then (native_generic_flash.h, BOOTROM_SPI_CLKDIV_DEFAULT).
  func enterSlowly() { machine.fail("flash_enter_cmd_xip lets all code run many times slower") }

  func select(mode: UInt32, divider: UInt32) {
    guard (mode, divider) == (Self.mode, Self.divider) else {
      return machine.fail("flash_select_xip_read_mode(\(mode), \(divider)) is not what was found")
    }
    setMapped(true)
  }

  func setMapped(_ isMapped: Bool) {
    guard isMapped != self.isMapped else { return }
    self.isMapped = isMapped
    if isMapped {
      machine.engine.map(flash, at: 0x1000_0000, isWritable: false)
    } else {
      machine.engine.unmap(flash, at: 0x1000_0000)
    }
  }

  /// The first 256 bytes of the boot ROM's RAM: code that fetches two numbers and a function from behind it and jumps there.
  final class Setup: Peripheral {
    /// ldr r0, [pc, #8]; ldr r1, [pc, #12]; ldr r2, [pc, #12]; bx r2; the function's mode, divider and address.
    private let words: [UInt32] = [
      0x4903_4802, 0x4710_4A03, 0, RP2350Window.mode, RP2350Window.divider, RP2040ROM.select,
    ]
    func name(at offset: UInt32) -> String? { offset < 256 ? "XIP_SETUP" : nil }
    func read(_ offset: UInt32) -> UInt32 {
      let index = Int(offset / 4)
      return index < words.count ? words[index] : 0
    }
    func write(_ offset: UInt32, _ value: UInt32) {}
  }
}
