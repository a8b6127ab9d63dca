// SPDX-License-Identifier: MIT

/// RESETS (RP2040 Datasheet, 2.14): after power-up it holds all peripherals in reset.
final class RP2040Resets: Peripheral {
  /// The bits of RESET.
  enum Line: UInt32, CaseIterable {
    case adc = 0
    case i2c0 = 3
    case i2c1 = 4
    case io_bank0 = 5
    case pads_bank0 = 8
    case pll_sys = 12
    case pll_usb = 13
    case rtc = 15
    case spi0 = 16
    case spi1 = 17
    case timer = 21
    case uart0 = 22
    case uart1 = 23
    case usbctrl = 24
  }

  private var held: UInt32 = 0x01FF_FFFF
  /// Called when a line goes into reset.
  var onReset: [Line: () -> Void] = [:]
  /// Whether the clock of a peripheral runs. RESET_DONE comes back through that clock, so it stays 0 without one: of the UARTs and SPI it
  /// is clk_peri, of the others that have one of their own clk_usb, clk_adc and clk_rtc. All others run with the core (raspberrypi/pico-sdk,
  /// runtime_init.c, runtime_init_early_resets: "peripherals which are clocked only by clk_sys and clk_ref. Other peripherals stay in reset
  /// until we've configured clocks"; rp-rs/rp-hal#62: a board that waits for ever).
  var isClocked: (Line) -> Bool = { _ in true }

  func name(at offset: UInt32) -> String? {
    offset == 0 ? "RESET" : offset == 8 ? "RESET_DONE" : nil
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard offset == 8 else { return held }
    return Line.allCases.reduce(~held & 0x01FF_FFFF) { done, line in
      isClocked(line) ? done : done & ~(1 << line.rawValue)
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard offset == 0 else { return }
    let newly = value & ~held
    held = value & 0x01FF_FFFF
    for (line, run) in onReset where newly >> line.rawValue & 1 != 0 { run() }
  }

  /// Why a peripheral cannot be accessed; nil if its reset is released.
  func obstacle(_ line: Line) -> String? {
    held >> line.rawValue & 1 == 0 ? nil : "RESETS.RESET.\(line) still holds it in reset"
  }

  /// As after power-up.
  func reset() { write(0, 0x01FF_FFFF) }

  /// Resets one line and releases it, as the boot ROM does.
  func pulse(_ line: Line) {
    onReset[line]?()
    held &= ~(1 << line.rawValue)
  }
}

/// The aliases of a peripheral that set, clear and invert bits (RP2040 Datasheet, 2.1.2).
final class RP2040Aliases: Peripheral {
  private let model: any Peripheral
  init(_ model: any Peripheral) { self.model = model }

  var obstacle: String? { model.obstacle }
  func name(at offset: UInt32) -> String? { model.name(at: offset & 0xFFF) }
  func read(_ offset: UInt32) -> UInt32 { model.read(offset & 0xFFF) }

  func write(_ offset: UInt32, _ value: UInt32) {
    let register = offset & 0xFFF
    switch offset >> 12 {
    case 1: model.write(register, model.read(register) ^ value)
    case 2: model.write(register, model.read(register) | value)
    case 3: model.write(register, model.read(register) & ~value)
    default: model.write(register, value)
    }
  }
}
