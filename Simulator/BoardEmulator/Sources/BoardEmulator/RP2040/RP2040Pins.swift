// SPDX-License-Identifier: MIT

/// The 30 pins: IO_BANK0 chooses their functions and interrupts, PADS_BANK0 their pulls, SIO drives and reads them (RP2040
/// Datasheet, 2.19, 2.3.1).
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
  private var controls = [UInt32](repeating: 0x1F, count: 30)
  private var pads = [UInt32](repeating: 0x56, count: 30)
  private var enables = [UInt32](repeating: 0, count: 4)
  private var edges = [UInt32](repeating: 0, count: 4)
  private var (output, outputEnable): (UInt32, UInt32) = (0, 0)
  /// What comes from outside at each pin, nil: nothing, so that the pull decides.
  private var inputs = [Bool?](repeating: nil, count: 30)
  /// Called with a pin and its level when the firmware drives it.
  var onOutput: (Int, Bool) -> Void = { _, _ in }
  /// What a line with several users adds to a pin's level: false pulls it low.
  var outside: (Int) -> Bool? = { _ in nil }

  init(_ machine: Machine, _ resets: RP2040Resets) {
    (self.machine, self.resets) = (machine, resets)
    machine.interrupts.connect(13) { [unowned self] in
      (0..<4).contains { edges[$0] & enables[$0] != 0 }
    }
  }

  /// True if pin `pin` has this function and its pad lets signals in.
  func has(_ function: Function, _ pin: Int) -> Bool {
    controls[pin] & 0x1F == function.rawValue && pads[pin] & 1 << 6 != 0
      && resets.obstacle(.io_bank0) == nil && resets.obstacle(.pads_bank0) == nil
  }

  /// The level at a pin.
  func level(_ pin: Int) -> Bool {
    if outside(pin) == false { return false }
    if outputEnable >> UInt32(pin) & 1 != 0, has(.sio, pin) {
      return output >> UInt32(pin) & 1 != 0
    }
    return inputs[pin] ?? (pads[pin] & 1 << 3 != 0)
  }

  /// Sets what comes from outside; nil takes it away.
  func drive(_ pin: Int, _ level: Bool?) {
    let before = self.level(pin)
    inputs[pin] = level
    let now = self.level(pin)
    guard before != now else { return }
    // Low, high, falling, rising: four bits a pin.
    edges[pin / 8] |= (now ? 8 : 4) << UInt32(4 * (pin % 8))
  }

  func reset() {
    controls = .init(repeating: 0x1F, count: 30)
    pads = .init(repeating: 0x56, count: 30)
    enables = .init(repeating: 0, count: 4)
    (output, outputEnable) = (0, 0)
  }

  /// IO_BANK0.
  final class Functions: Peripheral {
    private unowned let pins: RP2040Pins
    init(_ pins: RP2040Pins) { self.pins = pins }
    var obstacle: String? { pins.resets.obstacle(.io_bank0) }

    func name(at offset: UInt32) -> String? {
      switch offset {
      case 0..<0xF0: offset % 8 == 4 ? "GPIO\(offset / 8)_CTRL" : nil
      case 0xF0..<0x100: "INTR\((offset - 0xF0) / 4)"
      case 0x100..<0x110: "PROC0_INTE\((offset - 0x100) / 4)"
      case 0x120..<0x130: "PROC0_INTS\((offset - 0x120) / 4)"
      default: nil
      }
    }

    func read(_ offset: UInt32) -> UInt32 {
      let index = Int(offset % 16 / 4)
      switch offset {
      case 0..<0xF0: return pins.controls[Int(offset / 8)]
      case 0xF0..<0x100: return pins.edges[index]
      case 0x100..<0x110: return pins.enables[index]
      default: return pins.edges[index] & pins.enables[index]
      }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      let index = Int(offset % 16 / 4)
      switch offset {
      case 0..<0xF0:
        guard value == 0x1F || Function(rawValue: value) != nil else {
          return pins.machine.fail(
            "IO_BANK0.GPIO\(offset / 8)_CTRL = \(hex(value)), a function that is not modeled")
        }
        pins.controls[Int(offset / 8)] = value
      case 0xF0..<0x100: pins.edges[index] &= ~value
      case 0x100..<0x110: pins.enables[index] = value
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
    init(_ pins: RP2040Pins) { self.pins = pins }

    private enum Register: UInt32 {
      case GPIO_IN = 0x04
      case GPIO_OUT_SET = 0x14
      case GPIO_OUT_CLR = 0x18
      case GPIO_OE_SET = 0x24
      case GPIO_OE_CLR = 0x28
    }

    func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

    func read(_ offset: UInt32) -> UInt32 {
      guard offset == Register.GPIO_IN.rawValue else { return 0 }
      return (0..<30).reduce(0) { pins.level($1) ? $0 | 1 << UInt32($1) : $0 }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      let before = (0..<30).map { pins.level($0) }
      switch Register(rawValue: offset) {
      case .GPIO_OUT_SET: pins.output |= value
      case .GPIO_OUT_CLR: pins.output &= ~value
      case .GPIO_OE_SET: pins.outputEnable |= value
      case .GPIO_OE_CLR: pins.outputEnable &= ~value
      default: break
      }
      for pin in 0..<30 where value >> UInt32(pin) & 1 != 0 {
        guard pins.has(.sio, pin) else {
          pins.machine.fail(
            "SIO drives pin \(pin), but IO_BANK0.GPIO\(pin)_CTRL does not choose SIO")
          return
        }
        let now = pins.level(pin)
        if now != before[pin] { pins.onOutput(pin, now) }
      }
    }
  }
}
