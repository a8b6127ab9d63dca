// SPDX-License-Identifier: MIT

/// The 30 pins: IO_BANK0 chooses their functions and interrupts, PADS_BANK0 their pulls, SIO drives and reads them (RP2040
/// Datasheet, 2.19, 2.3.1). A pad of an RP2350 lets nothing through while ISO isolates it, as it does after each reset (RP2350 Datasheet,
/// 9.7).
final class RP2040Pins {
  /// The functions that are modeled.
  enum Function: UInt32 {
    case spi = 1
    case uart = 2
    case i2c = 3
    case sio = 5
  }

  private unowned let machine: Machine
  private let resets: RP2040Resets
  private let chip: RPChip
  private var controls = [UInt32](repeating: 0x1F, count: 30)
  private var pads: [UInt32]
  private var enables = [UInt32](repeating: 0, count: 4)
  private var edges = [UInt32](repeating: 0, count: 4)
  private var (output, outputEnable): (UInt32, UInt32) = (0, 0)
  /// What comes from outside at each pin, nil: nothing, so that the pull decides.
  private var inputs = [Bool?](repeating: nil, count: 30)
  /// Called with a pin and its level when the firmware drives it.
  private var onOutput: (Int, Bool) -> Void = { _, _ in }
  /// What a line with several users adds to a pin's level: false pulls it low.
  private var outside: (Int) -> Bool? = { _ in nil }

  init(_ machine: Machine, _ resets: RP2040Resets, _ chip: RPChip = .rp2040) {
    (self.machine, self.resets, self.chip) = (machine, resets, chip)
    pads = Self.resetPads(of: chip)
    machine.interrupts.connect(chip == .rp2040 ? 13 : 21) { [unowned self] in
      (0..<4).contains { edges[$0] & enables[$0] != 0 }
    }
  }

  /// Connects the lines of I2C, and the select line of the chip on SPI, if there is one.
  func connect(
    _ wiring: Wiring, _ lines: I2CLines, spiTarget: @escaping () -> (any SPITarget)?
  ) {
    outside = { $0 == wiring.sda && !lines.isFree ? false : nil }
    onOutput = { pin, level in
      if pin == wiring.scl, level { lines.pulseClock() }
      if pin == wiring.spi?.select { spiTarget()?.select(!level) }
    }
  }

  /// Input on, pulled down; of an RP2350 isolated, input off, pulled down.
  private static func resetPads(of chip: RPChip) -> [UInt32] {
    .init(repeating: chip == .rp2040 ? 0x56 : 0x116, count: 30)
  }

  /// True while the pad lets nothing through.
  private func isIsolated(_ pin: Int) -> Bool { chip == .rp2350 && pads[pin] & 1 << 8 != 0 }

  /// True if pin `pin` has this function and its pad lets signals in.
  func has(_ function: Function, _ pin: Int) -> Bool {
    controls[pin] & 0x1F == function.rawValue && pads[pin] & 1 << 6 != 0 && !isIsolated(pin)
      && resets.obstacle(.io_bank0) == nil && resets.obstacle(.pads_bank0) == nil
  }

  /// What keeps a function from pin `pin`; nil if nothing does.
  func lack(of function: Function, _ pin: Int) -> String? {
    if has(function, pin) { return nil }
    return controls[pin] & 0x1F == function.rawValue && isIsolated(pin)
      ? "PADS_BANK0.GPIO\(pin).ISO isolates the pad"
      : "IO_BANK0.GPIO\(pin)_CTRL does not choose \("\(function)".uppercased())"
  }

  /// The level at a pin.
  func level(_ pin: Int) -> Bool {
    if outside(pin) == false { return false }
    if outputEnable >> UInt32(pin) & 1 != 0, has(.sio, pin) {
      return output >> UInt32(pin) & 1 != 0
    }
    return inputs[pin] ?? (pads[pin] & 1 << 3 != 0)
  }

  /// Sets what comes from outside; nil removes it.
  func drive(_ pin: Int, _ level: Bool?) {
    let before = self.level(pin)
    inputs[pin] = level
    let now = self.level(pin)
    guard before != now, !isIsolated(pin) else { return }
    // Low, high, falling, rising: four bits a pin.
    edges[pin / 8] |= (now ? 8 : 4) << UInt32(4 * (pin % 8))
  }

  func reset() {
    controls = .init(repeating: 0x1F, count: 30)
    pads = Self.resetPads(of: chip)
    enables = .init(repeating: 0, count: 4)
    (output, outputEnable) = (0, 0)
  }

  /// IO_BANK0.
  final class Functions: Peripheral {
    private unowned let pins: RP2040Pins
    /// Where INTR0, PROC0_INTE0 and PROC0_INTS0 are.
    private let (raw, enable, state): (UInt32, UInt32, UInt32)

    init(_ pins: RP2040Pins) {
      self.pins = pins
      (raw, enable, state) =
        pins.chip == .rp2040 ? (0xF0, 0x100, 0x120) : (0x230, 0x248, 0x278)
    }

    var obstacle: String? { pins.resets.obstacle(.io_bank0) }

    func name(at offset: UInt32) -> String? {
      switch offset {
      case 0..<0xF0: offset % 8 == 4 ? "GPIO\(offset / 8)_CTRL" : nil
      case raw..<raw + 16: "INTR\((offset - raw) / 4)"
      case enable..<enable + 16: "PROC0_INTE\((offset - enable) / 4)"
      case state..<state + 16: "PROC0_INTS\((offset - state) / 4)"
      default: nil
      }
    }

    func read(_ offset: UInt32) -> UInt32 {
      switch offset {
      case 0..<0xF0: return pins.controls[Int(offset / 8)]
      case raw..<raw + 16: return pins.edges[Int(offset - raw) / 4]
      case enable..<enable + 16: return pins.enables[Int(offset - enable) / 4]
      default:
        let index = Int(offset - state) / 4
        return pins.edges[index] & pins.enables[index]
      }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      switch offset {
      case 0..<0xF0:
        guard value == 0x1F || Function(rawValue: value) != nil else {
          return pins.machine.fail(
            "IO_BANK0.GPIO\(offset / 8)_CTRL = \(hex(value)), a function that is not modeled")
        }
        pins.controls[Int(offset / 8)] = value
      case raw..<raw + 16: pins.edges[Int(offset - raw) / 4] &= ~value
      case enable..<enable + 16: pins.enables[Int(offset - enable) / 4] = value
      default: break
      }
    }
  }

  /// PADS_BANK0.
  final class Pads: Peripheral {
    private unowned let pins: RP2040Pins
    init(_ pins: RP2040Pins) { self.pins = pins }
    var obstacle: String? { pins.resets.obstacle(.pads_bank0) }
    func name(at offset: UInt32) -> String? {
      (4..<0x7C).contains(offset) ? "GPIO\(offset / 4 - 1)" : nil
    }
    func read(_ offset: UInt32) -> UInt32 { pins.pads[Int(offset / 4) - 1] }
    func write(_ offset: UInt32, _ value: UInt32) { pins.pads[Int(offset / 4) - 1] = value }
  }

  /// SIO.
  final class Port: Peripheral {
    private unowned let pins: RP2040Pins
    private let registers: [UInt32: Register]

    private enum Register {
      case GPIO_IN, GPIO_OUT_SET, GPIO_OUT_CLR, GPIO_OE_SET, GPIO_OE_CLR
    }

    init(_ pins: RP2040Pins) {
      self.pins = pins
      let offsets: [UInt32] =
        pins.chip == .rp2040 ? [4, 0x14, 0x18, 0x24, 0x28] : [4, 0x18, 0x20, 0x38, 0x40]
      let names: [Register] = [.GPIO_IN, .GPIO_OUT_SET, .GPIO_OUT_CLR, .GPIO_OE_SET, .GPIO_OE_CLR]
      registers = Dictionary(uniqueKeysWithValues: zip(offsets, names))
    }

    func name(at offset: UInt32) -> String? { registers[offset].map { "\($0)" } }

    func read(_ offset: UInt32) -> UInt32 {
      guard registers[offset] == .GPIO_IN else { return 0 }
      return (0..<30).reduce(0) {
        pins.level($1) && !pins.isIsolated($1) ? $0 | 1 << UInt32($1) : $0
      }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      let before = (0..<30).map { pins.level($0) }
      switch registers[offset] {
      case .GPIO_OUT_SET: pins.output |= value
      case .GPIO_OUT_CLR: pins.output &= ~value
      case .GPIO_OE_SET: pins.outputEnable |= value
      case .GPIO_OE_CLR: pins.outputEnable &= ~value
      default: break
      }
      for pin in 0..<30 where value >> UInt32(pin) & 1 != 0 {
        if let lack = pins.lack(of: .sio, pin) {
          return pins.machine.fail("SIO drives pin \(pin), but \(lack)")
        }
        let now = pins.level(pin)
        if now != before[pin] { pins.onOutput(pin, now) }
      }
    }
  }
}
