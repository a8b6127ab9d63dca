// SPDX-License-Identifier: MIT

/// The crystal oscillator (RP2040 Datasheet, 2.16): 12 MHz. STATUS.STABLE only shows that a counter has run down. The crystals of boards
/// need up to 64 ms, which is what pico-sdk waits on the slowest (PICO_XOSC_STARTUP_DELAY_MULTIPLIER = 64 in src/boards;
/// tinygo-org/tinygo#4109 and earlephilhower/arduino-pico#315: boards that do not start with less). This one is nearly as slow.
final class RP2040Crystal: Peripheral {
  private unowned let machine: Machine
  private var (control, startup): (UInt32, UInt32) = (0, 0xC4)
  private(set) var isStable = false
  /// When it will swing, ns; nil while it is off.
  private var swing: UInt64?

  init(_ machine: Machine) { self.machine = machine }

  /// Why nothing can run on it; nil if it swings.
  var stillness: String? {
    guard isStable else { return "XOSC.STATUS is not STABLE" }
    guard let swing, swing <= machine.time else {
      return "the crystal does not swing yet: XOSC.STARTUP gives it less than 60 ms"
    }
    return nil
  }

  func name(at offset: UInt32) -> String? {
    switch offset {
    case 0x0: "CTRL"
    case 0x4: "STATUS"
    case 0xC: "STARTUP"
    default: nil
    }
  }

  func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x0: control
    case 0x4: (isStable ? 1 << 31 : 0) | (control >> 12 == 0xFAB ? 1 << 12 : 0)
    default: startup
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x0:
      control = value
      guard value & 0xFFF == 0xAA0 else {
        return machine.fail("XOSC.CTRL.FREQ_RANGE is \(hex(value & 0xFFF))")
      }
      guard value >> 12 == 0xFAB else { return }
      // So many times 256 cycles of the crystal.
      let delay = UInt64(startup & 0x3FFF) * 256 * 1_000 / 12
      swing = swing ?? machine.time + 60_000_000
      machine.schedule(after: delay) { [unowned self] in isStable = swing != nil }
    case 0xC: startup = value
    default: break
    }
  }

  func reset() {
    (control, startup, isStable, swing) = (0, 0xC4, false, nil)
  }
}

/// PLL_SYS or PLL_USB (RP2040 Datasheet, 2.18).
final class RP2040PLL: Peripheral {
  private let line: RP2040Resets.Line
  private unowned let machine: Machine
  private let crystal: RP2040Crystal
  private let resets: RP2040Resets
  private var (divider, power, multiplier, post): (UInt32, UInt32, UInt32, UInt32) = (
    1, 0x2D, 0, 0x77000
  )
  private var isLocked = false

  init(
    _ line: RP2040Resets.Line, _ machine: Machine, _ crystal: RP2040Crystal, _ resets: RP2040Resets
  ) {
    (self.line, self.machine, self.crystal, self.resets) = (line, machine, crystal, resets)
    resets.onReset[line] = { [unowned self] in
      (divider, power, multiplier, post, isLocked) = (1, 0x2D, 0, 0x77000, false)
    }
  }

  var obstacle: String? { resets.obstacle(line) }

  /// Its output, Hz; nil while there is none.
  var frequency: Double? {
    guard isLocked, power & 0b101001 == 0 else { return nil }
    let (first, second) = (Double(post >> 16 & 7), Double(post >> 12 & 7))
    return 12e6 / Double(divider & 63) * Double(multiplier) / max(first, 1) / max(second, 1)
  }

  func name(at offset: UInt32) -> String? {
    offset <= 0xC ? ["CS", "PWR", "FBDIV_INT", "PRIM"][Int(offset / 4)] : nil
  }

  func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0: divider | (isLocked ? 1 << 31 : 0)
    case 4: power
    case 8: multiplier
    default: post
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0: divider = value & 63
    case 4:
      let wasOn = power & 0b100001 == 0
      power = value
      if !wasOn, power & 0b100001 == 0 { lock() }
    case 8: multiplier = value & 0xFFF
    default: post = value
    }
  }

  private func lock() {
    if let obstacle = crystal.stillness {
      return machine.fail("\(line).PWR starts it, but \(obstacle)")
    }
    let oscillator = 12e6 / Double(max(divider, 1)) * Double(multiplier)
    guard 750e6...1_600e6 ~= oscillator else {
      return machine.fail(
        "\(line).FBDIV_INT makes \(oscillator / 1e6) MHz of its oscillator, 750 to 1600 are allowed"
      )
    }
    machine.schedule(after: 100_000) { [unowned self] in isLocked = true }
  }
}

/// CLOCKS (RP2040 Datasheet, 2.15; RP2350 Datasheet, 8.1): what core and peripherals run on.
final class RP2040Clocks: Peripheral {
  private unowned let machine: Machine
  private let crystal: RP2040Crystal
  private let (pll, usbPLL): (RP2040PLL, RP2040PLL)
  private let registers: [UInt32: Register]
  private var values: [Register: UInt32]
  private let resetValues: [Register: UInt32]
  /// The ring oscillator, and the highest clock that the core allows, Hz.
  private let (ring, limit): (Double, Double)

  private enum Register {
    case CLK_REF_CTRL, CLK_REF_SELECTED, CLK_SYS_CTRL, CLK_SYS_SELECTED, CLK_PERI_CTRL, CLK_USB_CTRL
  }

  init(
    _ machine: Machine, _ crystal: RP2040Crystal, _ pll: RP2040PLL, usb: RP2040PLL,
    _ chip: RPChip = .rp2040
  ) {
    (self.machine, self.crystal, self.pll, usbPLL) = (machine, crystal, pll, usb)
    registers = [
      0x30: .CLK_REF_CTRL, 0x38: .CLK_REF_SELECTED, 0x3C: .CLK_SYS_CTRL, 0x44: .CLK_SYS_SELECTED,
      0x48: .CLK_PERI_CTRL, chip == .rp2040 ? 0x54 : 0x60: .CLK_USB_CTRL,
    ]
    (ring, limit) = chip == .rp2040 ? (6.5e6, 133e6) : (13e6, 150e6)
    // From stepping A3 on an RP2350 begins on its ring oscillator as an auxiliary source (RP2350 Datasheet, appendix C).
    resetValues = chip == .rp2040 ? [:] : [.CLK_SYS_CTRL: 0x41]
    values = resetValues
  }

  /// The clock of watchdog and timer, Hz: the ring oscillator's after a reset.
  var reference: Double { values[.CLK_REF_CTRL, default: 0] & 3 == 2 ? 12e6 : ring }
  /// The core's clock, Hz.
  var system: Double {
    let control = values[.CLK_SYS_CTRL, default: 0]
    guard control & 1 == 1 else { return reference }
    return control & 0xE0 == 0x40 ? ring : pll.frequency ?? 0
  }
  /// The UARTs' clock, Hz; nil if it is off.
  var peripheral: Double? {
    let control = values[.CLK_PERI_CTRL, default: 0]
    return control >> 11 & 1 == 1 && control >> 5 & 7 == 0 ? system : nil
  }

  /// The USB controller's clock, Hz; nil if it is off.
  var usb: Double? {
    let control = values[.CLK_USB_CTRL, default: 0]
    return control >> 11 & 1 == 1 && control >> 5 & 7 == 0 ? usbPLL.frequency : nil
  }

  func name(at offset: UInt32) -> String? { registers[offset].map { "\($0)" } }

  func read(_ offset: UInt32) -> UInt32 {
    guard let register = registers[offset] else { return 0 }
    switch register {
    case .CLK_REF_SELECTED: return 1 << (values[.CLK_REF_CTRL, default: 0] & 3)
    case .CLK_SYS_SELECTED: return 1 << (values[.CLK_SYS_CTRL, default: 0] & 1)
    default: return values[register, default: 0]
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = registers[offset] else { return }
    let old = values[register, default: 0]
    values[register] = value
    switch register {
    case .CLK_REF_CTRL:
      guard value & 3 == 0 || value & 3 == 2 && crystal.stillness == nil else {
        return machine.fail(
          "CLOCKS.CLK_REF_CTRL = \(hex(value)) chooses a clock that does not run: \(crystal.stillness ?? "")"
        )
      }
    case .CLK_SYS_CTRL:
      guard value & 1 == 0 || old & 1 == 0 || value & 0xE0 == old & 0xE0 else {
        return machine.fail("CLOCKS.CLK_SYS_CTRL changes AUXSRC while the core runs on it")
      }
      guard value & 1 == 0 || value & 0xE0 == 0 && pll.frequency != nil else {
        return machine.fail("CLOCKS.CLK_SYS_CTRL = \(hex(value)) chooses a clock that does not run")
      }
      guard system <= limit else {
        return machine.fail("CLOCKS.CLK_SYS_CTRL: \(system / 1e6) MHz is too fast for the core")
      }
    default: break
    }
    if machine.clock != system { machine.setClock(system) }
  }

  func reset() {
    values = resetValues
    machine.setClock(system)
  }
}
