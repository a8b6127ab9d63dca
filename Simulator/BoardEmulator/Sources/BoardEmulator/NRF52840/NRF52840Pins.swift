// SPDX-License-Identifier: MIT

/// The 48 pins (nRF52840 Product Specification, 6.9), and the channel 0 of GPIOTE that notices their edges (6.10).
final class NRF52840Pins {
  fileprivate unowned let machine: Machine
  /// DIR, INPUT, PULL, DRIVE of each pin; input buffers are off after a reset.
  private var configurations = [UInt32](repeating: 2, count: 48)
  private var outputs = [Bool](repeating: false, count: 48)
  /// What comes from outside at each pin, nil: nothing, so that the pull decides.
  private var inputs = [Bool?](repeating: nil, count: 48)
  /// Called with a pin and its level when the firmware drives it.
  var onOutput: (Int, Bool) -> Void = { _, _ in }
  /// What a line with several users adds to a pin's level: false pulls it low.
  var outside: (Int) -> Bool? = { _ in nil }
  fileprivate(set) var edges: Edges?

  init(_ machine: Machine) {
    self.machine = machine
    edges = Edges(self)
  }

  /// The register that a pin is set up by.
  static func register(_ pin: Int) -> String { "P\(pin / 32).PIN_CNF[\(pin % 32)]" }

  func isOutput(_ pin: Int) -> Bool { configurations[pin] & 1 != 0 }
  func isInput(_ pin: Int) -> Bool { configurations[pin] & 0b11 == 0 }
  /// True if the port drives the pin high, or any peripheral that it is given to.
  func drivesHigh(_ pin: Int) -> Bool { isOutput(pin) && outputs[pin] }
  /// True for an input that only ever pulls its line low, as a bus needs it (6.31.6).
  func isBusLine(_ pin: Int) -> Bool { isInput(pin) && configurations[pin] >> 8 & 7 == 6 }

  /// The level at a pin.
  func level(_ pin: Int) -> Bool {
    if outside(pin) == false { return false }
    let isOpenDrain = configurations[pin] >> 8 & 7 >= 6
    if isOutput(pin), !(isOpenDrain && outputs[pin]) { return outputs[pin] }
    return inputs[pin] ?? (configurations[pin] >> 2 & 3 == 3)
  }

  /// Sets what comes from outside; nil removes it.
  func drive(_ pin: Int, _ level: Bool?) {
    change(pin) { inputs[pin] = level }
  }

  /// True while something outside pulls the pin low.
  func isHeldLow(_ pin: Int) -> Bool { inputs[pin] == false }

  func reset() {
    configurations = .init(repeating: 2, count: 48)
    outputs = .init(repeating: false, count: 48)
    edges?.reset()
  }

  /// Does `action`, and reports a change of the level at the pin.
  fileprivate func change(_ pin: Int, _ action: () -> Void) {
    let before = level(pin)
    action()
    let now = level(pin)
    guard before != now else { return }
    if isOutput(pin) { onOutput(pin, now) }
    if now { edges?.noteRise(of: pin) }
  }

  /// P0 or P1.
  final class Port: Peripheral {
    private unowned let pins: NRF52840Pins
    private let number: Int
    init(_ pins: NRF52840Pins, _ number: Int) { (self.pins, self.number) = (pins, number) }

    private var own: Range<Int> { number == 0 ? 0..<32 : 32..<48 }

    func name(at offset: UInt32) -> String? {
      switch offset {
      case 0x504: "OUT"
      case 0x508: "OUTSET"
      case 0x50C: "OUTCLR"
      case 0x510: "IN"
      case 0x700..<0x700 + 4 * UInt32(own.count) where offset % 4 == 0:
        "PIN_CNF[\((offset - 0x700) / 4)]"
      default: nil
      }
    }

    private func word(_ bit: (Int) -> Bool) -> UInt32 {
      own.reduce(0) { bit($1) ? $0 | 1 << UInt32($1 % 32) : $0 }
    }

    func read(_ offset: UInt32) -> UInt32 {
      switch offset {
      case 0x510: word { pins.configurations[$0] & 2 == 0 && pins.level($0) }
      case 0x700...: pins.configurations[own.lowerBound + Int(offset - 0x700) / 4]
      default: word { pins.outputs[$0] }
      }
    }

    func write(_ offset: UInt32, _ value: UInt32) {
      switch offset {
      case 0x700...:
        let pin = own.lowerBound + Int(offset - 0x700) / 4
        pins.change(pin) { pins.configurations[pin] = value }
      case 0x508, 0x50C:
        for pin in own where value >> UInt32(pin % 32) & 1 != 0 {
          pins.change(pin) { pins.outputs[pin] = offset == 0x508 }
        }
      default:
        pins.machine.fail("P\(number).\(name(at: offset) ?? "") is written, which is not modeled")
      }
    }
  }

  /// GPIOTE.
  final class Edges: NRF52840Peripheral {
    private unowned let pins: NRF52840Pins

    init(_ pins: NRF52840Pins) {
      self.pins = pins
      super.init(pins.machine, "GPIOTE", interrupt: 6, [0x100: "EVENTS_IN[0]", 0x510: "CONFIG[0]"])
    }

    override func store(_ offset: UInt32, _ value: UInt32) {
      guard value & 3 == 1, value >> 16 & 3 == 1 else {
        return fail(offset, "= \(hex(value)): only rising edges are modeled")
      }
      put(offset, value)
    }

    fileprivate func noteRise(of pin: Int) {
      let configuration = value(0x510)
      guard configuration & 3 == 1, Int(configuration >> 8 & 63) == pin else { return }
      raise(0x100)
    }
  }
}
