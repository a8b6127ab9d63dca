// SPDX-License-Identifier: MIT

/// The pins of the ports B and C, numbered from PA0 on, so that PB0 is 16 (RM0090, section 8), and their interrupts (12.3, 9.2).
final class STM32Pins {
  private unowned let machine: Machine
  private let clocks: STM32RCC
  private var registers: [UInt32: UInt32] = [:]
  private var inputs: [Int: Bool] = [:]
  /// Called with a pin and its level when the firmware drives it.
  var onOutput: (Int, Bool) -> Void = { _, _ in }
  /// What a line with several users adds to a pin's level: false pulls it low.
  var outside: (Int) -> Bool? = { _ in nil }
  let edges: STM32Edges
  let selection: STM32Peripheral

  init(_ machine: Machine, _ clocks: STM32RCC) {
    (self.machine, self.clocks) = (machine, clocks)
    edges = STM32Edges(machine)
    selection = STM32Peripheral(machine, "SYSCFG", [0x0C: "EXTICR2"])
    selection.gate = (clocks, 0x44, 14)
  }

  /// A field of a pin's port: the register, the width and the place in it.
  private func field(_ pin: Int, _ offset: UInt32, width: UInt32) -> UInt32 {
    registers[UInt32(pin / 16) << 8 | offset, default: 0] >> (UInt32(pin % 16) * width)
      & (1 << width - 1)
  }

  /// True if peripheral `function` has the pin; as an open drain if that is wanted.
  func has(_ function: UInt32, _ pin: Int, isOpenDrain: Bool = false) -> Bool {
    let offset: UInt32 = pin % 16 < 8 ? 0x20 : 0x24
    let alternate =
      registers[UInt32(pin / 16) << 8 | offset, default: 0] >> UInt32(4 * (pin % 8)) & 15
    return field(pin, 0x00, width: 2) == 2 && alternate == function
      && (!isOpenDrain || field(pin, 0x04, width: 1) == 1)
  }

  static func name(_ pin: Int) -> String { "P" + ["A", "B", "C"][pin / 16] + "\(pin % 16)" }

  /// The level at a pin.
  func level(_ pin: Int) -> Bool {
    if outside(pin) == false { return false }
    let output = field(pin, 0x14, width: 1) == 1
    if field(pin, 0x00, width: 2) == 1, !(output && field(pin, 0x04, width: 1) == 1) {
      return output
    }
    return inputs[pin] ?? (field(pin, 0x0C, width: 2) == 1)
  }

  /// Sets what comes from outside; nil removes it.
  func drive(_ pin: Int, _ level: Bool?) { change(pin) { inputs[pin] = level } }

  func reset() {
    registers = [:]
    edges.reset()
    selection.reset()
  }

  private func change(_ pin: Int, _ action: () -> Void) {
    let before = level(pin)
    action()
    let now = level(pin)
    guard before != now else { return }
    if field(pin, 0x00, width: 2) == 1 { onOutput(pin, now) }
    let line = UInt32(pin % 16)
    let source = selection.value(0x0C) >> (4 * (line & 3)) & 15
    if now, line / 4 == 1, source == UInt32(pin / 16) { edges.noteRise(line) }
  }

  /// A port.
  final class Port: Peripheral {
    private let pins: STM32Pins
    private let number: UInt32
    init(_ pins: STM32Pins, _ number: UInt32) { (self.pins, self.number) = (pins, number) }

    private static let names: [UInt32: String] = [
      0x00: "MODER", 0x04: "OTYPER", 0x0C: "PUPDR", 0x10: "IDR", 0x18: "BSRR", 0x20: "AFRL",
      0x24: "AFRH",
    ]

    func name(at offset: UInt32) -> String? { Self.names[offset] }

    var obstacle: String? {
      pins.clocks.value(0x30) >> number & 1 == 0
        ? "bit \(number) of RCC.AHB1ENR does not clock it" : nil
    }

    private var own: Range<Int> { Int(number) * 16..<Int(number) * 16 + 16 }

    func read(_ offset: UInt32) -> UInt32 {
      guard offset == 0x10 else { return pins.registers[number << 8 | offset, default: 0] }
      return own.reduce(0) { pins.level($1) ? $0 | 1 << UInt32($1 % 16) : $0 }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      let place = number << 8 | (offset == 0x18 ? 0x14 : offset)
      let before = own.map(pins.level)
      let old = pins.registers[place, default: 0]
      pins.registers[place] = offset == 0x18 ? (old & ~(value >> 16)) | value & 0xFFFF : value
      for (pin, was) in zip(own, before) where pins.level(pin) != was {
        let now = pins.level(pin)
        if pins.field(pin, 0x00, width: 2) == 1 { pins.onOutput(pin, now) }
      }
    }
  }
}

/// EXTI, lines 5 to 9 (RM0090, 12.3).
final class STM32Edges: STM32Peripheral {
  init(_ machine: Machine) {
    super.init(machine, "EXTI", [0x00: "IMR", 0x08: "RTSR", 0x14: "PR"])
    machine.interrupts.connect(23) { [unowned self] in value(0x14) & value(0x00) & 0x3E0 != 0 }
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    put(offset, offset == 0x14 ? self.value(0x14) & ~value : value)
  }

  func noteRise(_ line: UInt32) {
    if value(0x08) >> line & 1 != 0 { put(0x14, value(0x14) | 1 << line) }
  }
}
