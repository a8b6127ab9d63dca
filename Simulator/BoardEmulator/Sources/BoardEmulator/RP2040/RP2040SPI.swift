// SPDX-License-Identifier: MIT

/// SPI controller 0, ARM's PL022 (RP2040 Datasheet, 4.4), as master with frames of 8 bits.
final class RP2040SPI: Peripheral {
  private unowned let machine: Machine
  private let (resets, clocks, pins): (RP2040Resets, RP2040Clocks, RP2040Pins)
  private let wires: SPIWires
  /// The chip at its lines; nil if none is connected.
  private let target: () -> (any SPITarget)?
  private var values: [Register: UInt32] = [:]
  private var (sending, received): ([UInt8], [UInt8]) = ([], [])
  private var isShifting = false
  /// Bytes wait, and for 32 bits none has come.
  private var isLate = false
  private var generation = 0

  private enum Register: UInt32 {
    case SSPCR0 = 0x00
    case SSPCR1 = 0x04
    case SSPDR = 0x08
    case SSPSR = 0x0C
    case SSPCPSR = 0x10
    case SSPIMSC = 0x14
    case SSPRIS = 0x18
  }

  init(
    interrupt: Int, _ machine: Machine, _ resets: RP2040Resets, _ clocks: RP2040Clocks,
    _ pins: RP2040Pins,
    _ wires: SPIWires, target: @escaping () -> (any SPITarget)?
  ) {
    (self.machine, self.resets, self.clocks, self.pins) = (machine, resets, clocks, pins)
    (self.wires, self.target) = (wires, target)
    machine.interrupts.connect(interrupt) { [unowned self] in
      status & values[.SSPIMSC, default: 0] != 0
    }
    resets.onReset[.spi0] = { [unowned self] in reset() }
  }

  var obstacle: String? {
    resets.obstacle(.spi0)
      ?? (clocks.peripheral == nil ? "CLOCKS.CLK_PERI_CTRL does not clock it" : nil)
  }
  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  func reset() {
    (values, sending, received, isShifting, isLate) = ([:], [], [], false, false)
    generation += 1
  }

  private var isEnabled: Bool { values[.SSPCR1, default: 0] & 2 != 0 }

  /// Timeout, half of the receive FIFO, half of the transmit FIFO.
  private var status: UInt32 {
    (isLate && !received.isEmpty ? 0b0010 : 0) | (received.count >= 4 ? 0b0100 : 0)
      | (sending.count <= 4 ? 0b1000 : 0)
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard let register = Register(rawValue: offset) else { return 0 }
    switch register {
    case .SSPDR:
      guard !received.isEmpty else {
        machine.fail("SPI0.SSPDR is read while nothing has been received")
        return 0
      }
      isLate = false
      return UInt32(received.removeFirst())
    case .SSPSR:
      return (sending.isEmpty ? 1 : 0) | (sending.count < 8 ? 2 : 0)
        | (received.isEmpty ? 0 : 4) | (received.count == 8 ? 8 : 0) | (isShifting ? 16 : 0)
    case .SSPRIS: return status
    default: return values[register, default: 0]
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = Register(rawValue: offset) else { return }
    switch register {
    case .SSPDR: send(UInt8(value & 0xFF))
    case .SSPSR, .SSPRIS: machine.fail("SPI0.\(register) is written, which has no effect")
    case .SSPCR0, .SSPCPSR:
      guard !isEnabled else {
        return machine.fail("SPI0.\(register) is written while SSPCR1.SSE is 1")
      }
      values[register] = value
    case .SSPCR1:
      values[register] = value
      if isEnabled { check() }
    case .SSPIMSC: values[register] = value
    }
  }

  /// Master, 8 bits, mode 3, an even divisor, and no more than the 1 MHz that an MPU-6500's registers allow.
  private func check() {
    let (control, divisor) = (values[.SSPCR0, default: 0], values[.SSPCPSR, default: 0])
    if values[.SSPCR1, default: 0] & 0b100 != 0 { machine.fail("SPI0.SSPCR1 makes it a slave") }
    guard control & 0xFF == 0xC7 else {
      return machine.fail("SPI0.SSPCR0 = \(hex(control)) is not mode 3 with 8 bits")
    }
    guard divisor >= 2, divisor % 2 == 0 else {
      return machine.fail("SPI0.SSPCPSR = \(divisor) is not an even number from 2 on")
    }
    if 8 / byteTime > 1e6 { machine.fail("SPI0 makes more than 1 MHz: \(8 / byteTime)") }
  }

  /// How long a byte takes, s.
  private var byteTime: Double {
    let scale = Double(values[.SSPCR0, default: 0] >> 8 & 0xFF) + 1
    return 8 * scale * Double(values[.SSPCPSR, default: 0]) / machine.clock
  }

  private func send(_ byte: UInt8) {
    guard isEnabled else {
      return machine.fail("SPI0.SSPDR is written while SSPCR1.SSE is 0")
    }
    guard sending.count < 8 else {
      return machine.fail("SPI0.SSPDR is written while its FIFO is full")
    }
    for pin in [wires.input, wires.clock, wires.output] {
      if let lack = pins.lack(of: .spi, pin) { return machine.fail("SPI0 sends, but \(lack)") }
    }
    sending.append(byte)
    if !isShifting { shift() }
  }

  private func shift() {
    guard !sending.isEmpty else { return }
    guard !pins.level(wires.select) else {
      return machine.fail("SPI0 sends while pin \(wires.select) selects no chip")
    }
    isShifting = true
    after(byteTime) { [unowned self] in
      let answer = target()?.exchange(sending.removeFirst()) ?? 0
      guard received.count < 8 else {
        return machine.fail("SPI0: a received byte is lost, its FIFO is full")
      }
      received.append(answer)
      (isShifting, isLate) = (false, false)
      let count = generation
      shift()
      guard !isShifting else { return }
      after(byteTime * 4) { [unowned self] in
        if count == generation, !isShifting { isLate = true }
      }
    }
  }

  private func after(_ seconds: Double, _ run: @escaping () -> Void) {
    let mine = generation
    machine.schedule(after: UInt64(seconds * 1e9)) { [unowned self] in
      if mine == generation { run() }
    }
  }
}
