// SPDX-License-Identifier: MIT

/// The chips that share the models of this folder: the RP2350 has the RP2040's peripherals, at other addresses.
enum RPChip {
  case rp2040, rp2350
}

/// RESETS (RP2040 Datasheet, 2.14; RP2350 Datasheet, 7.5): after power-up it holds all peripherals in reset.
final class RP2040Resets: Peripheral {
  /// The peripherals.
  enum Line: Int, CaseIterable {
    case adc, i2c0, i2c1, io_bank0, pads_bank0, pll_sys, pll_usb, rtc, spi0, spi1, timer, uart0
    case uart1, usbctrl
  }

  /// The bits of RESET, one for each line. An RP2350 has no RTC.
  private let bits: [UInt32]
  private let all: UInt32
  private var held: UInt32
  /// Called when a line goes into reset.
  var onReset: [Line: () -> Void] = [:]
  /// Whether the clock of a peripheral runs. RESET_DONE comes back through that clock, so it stays 0 without one: of the UARTs and SPI it
  /// is clk_peri, of the others that have one of their own clk_usb, clk_adc and clk_rtc. All others run with the core (raspberrypi/pico-sdk,
  /// runtime_init.c, runtime_init_early_resets: "peripherals which are clocked only by clk_sys and clk_ref. Other peripherals stay in reset
  /// until we've configured clocks"; rp-rs/rp-hal#62: a board that waits for ever).
  private var isClocked: (Line) -> Bool = { _ in true }

  init(_ chip: RPChip = .rp2040) {
    bits =
      chip == .rp2040
      ? [0, 3, 4, 5, 8, 12, 13, 15, 16, 17, 21, 22, 23, 24]
      : [0, 4, 5, 6, 9, 14, 15, 31, 18, 19, 23, 26, 27, 28]
    all = chip == .rp2040 ? 0x01FF_FFFF : 0x1FFF_FFFF
    held = all
  }

  /// Has these clocks from now on.
  func follow(_ clocks: RP2040Clocks) {
    isClocked = { line in
      switch line {
      case .uart0, .uart1, .spi0, .spi1: clocks.peripheral != nil
      case .usbctrl: clocks.usb != nil
      case .adc, .rtc: false
      default: true
      }
    }
  }

  func name(at offset: UInt32) -> String? {
    offset == 0 ? "RESET" : offset == 8 ? "RESET_DONE" : nil
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard offset == 8 else { return held }
    return Line.allCases.reduce(~held & all) { done, line in
      isClocked(line) ? done : done & ~(1 << bits[line.rawValue])
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard offset == 0 else { return }
    let newly = value & ~held
    held = value & all
    for (line, run) in onReset where newly >> bits[line.rawValue] & 1 != 0 { run() }
  }

  /// Why a peripheral cannot be accessed; nil if its reset is released.
  func obstacle(_ line: Line) -> String? {
    held >> bits[line.rawValue] & 1 == 0 ? nil : "RESETS.RESET.\(line) still holds it in reset"
  }

  /// As after power-up.
  func reset() { write(0, all) }

  /// Resets one line and releases it, as the boot ROM does.
  func pulse(_ line: Line) {
    onReset[line]?()
    release(line)
  }

  /// Releases one line, as the boot ROM does.
  func release(_ line: Line) { held &= ~(1 << bits[line.rawValue]) }
}

/// The aliases of a peripheral that set, clear and invert bits (RP2040 Datasheet, 2.1.2; RP2350 Datasheet, 2.1.3).
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

extension Block {
  /// A peripheral and its aliases, from the address `base` on.
  static func aliased(_ base: UInt32, _ name: String, _ model: any Peripheral) -> Block {
    Block(base, name, RP2040Aliases(model), size: 0x4000)
  }
}
