// SPDX-License-Identifier: MIT

/// A UART, ARM's PL011 (RP2040 Datasheet, 4.2).
final class RP2040UART: Peripheral {
  private unowned let machine: Machine
  private let number: Int
  private let (resets, clocks, pins): (RP2040Resets, RP2040Clocks, RP2040Pins)
  /// Its pins on the board: TX, RX.
  private let wires: (Int, Int)
  private let host: HostLine
  private var values: [Register: UInt32] = [:]
  private var (sending, received): ([UInt8], [UInt8]) = ([], [])
  private var raised: UInt32 = 0
  private var isShifting = false

  private enum Register: UInt32 {
    case UARTDR = 0x00
    case UARTFR = 0x18
    case UARTIBRD = 0x24
    case UARTFBRD = 0x28
    case UARTLCR_H = 0x2C
    case UARTCR = 0x30
    case UARTIMSC = 0x38
    case UARTMIS = 0x40
    case UARTICR = 0x44
  }

  private static let transmit: UInt32 = 1 << 5
  private static let receive: UInt32 = 1 << 4 | 1 << 6

  init(
    _ number: Int, interrupt: Int, _ machine: Machine, _ resets: RP2040Resets,
    _ clocks: RP2040Clocks,
    _ pins: RP2040Pins, wires: (Int, Int), host: HostLine
  ) {
    (self.machine, self.number, self.host, self.wires) = (machine, number, host, wires)
    (self.resets, self.clocks, self.pins) = (resets, clocks, pins)
    machine.interrupts.connect(interrupt) { [unowned self] in
      (raised | (received.isEmpty ? 0 : Self.receive)) & values[.UARTIMSC, default: 0] != 0
    }
    resets.onReset[number == 0 ? .uart0 : .uart1] = { [unowned self] in reset() }
    host.onByte = { [unowned self] in take($0) }
  }

  var obstacle: String? {
    resets.obstacle(number == 0 ? .uart0 : .uart1)
      ?? (clocks.peripheral == nil ? "CLOCKS.CLK_PERI_CTRL does not clock it" : nil)
  }
  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  func reset() {
    (values, sending, received, raised) = ([:], [], [], 0)
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard let register = Register(rawValue: offset) else { return 0 }
    switch register {
    case .UARTDR:
      guard !received.isEmpty else {
        machine.fail("UART\(number).UARTDR is read while nothing has been received")
        return 0
      }
      return UInt32(received.removeFirst())
    case .UARTFR:
      return (sending.count >= 32 ? 1 << 5 : 0) | (sending.isEmpty ? 1 << 7 : 0)
        | (received.isEmpty ? 1 << 4 : 0) | (isShifting ? 1 << 3 : 0)
    case .UARTMIS:
      return (raised | (received.isEmpty ? 0 : Self.receive)) & values[.UARTIMSC, default: 0]
    default: return values[register, default: 0]
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = Register(rawValue: offset) else { return }
    switch register {
    case .UARTDR: send(UInt8(value & 0xFF))
    case .UARTICR: raised &= ~value
    default: values[register] = value
    }
  }

  /// The baud rate that its dividers make.
  private var baud: Double {
    let divider = Double(values[.UARTIBRD, default: 0]) + Double(values[.UARTFBRD, default: 0]) / 64
    return (clocks.peripheral ?? 0) / (16 * max(divider, 1))
  }

  private func send(_ byte: UInt8) {
    guard values[.UARTCR, default: 0] & 0x101 == 0x101, values[.UARTLCR_H, default: 0] == 0x70
    else {
      return machine.fail(
        "UART\(number).UARTDR is written, but UARTCR and UARTLCR_H do not let it send 8 bits by its FIFO"
      )
    }
    if let lack = pins.lack(of: .uart, wires.0) {
      return machine.fail("UART\(number) sends, but \(lack)")
    }
    guard abs(baud / 115_200 - 1) < 0.02 else {
      return machine.fail("UART\(number).UARTIBRD and UARTFBRD make \(baud) baud")
    }
    guard sending.count < 32 else {
      return machine.fail("UART\(number).UARTDR is written while its FIFO is full")
    }
    sending.append(byte)
    // The trigger level is a half by default.
    if sending.count > 16 { raised &= ~Self.transmit }
    if !isShifting { shift() }
  }

  private func shift() {
    guard !sending.isEmpty else { return }
    let byte = sending.removeFirst()
    if sending.count == 16 { raised |= Self.transmit }
    isShifting = true
    machine.schedule(after: UInt64(10e9 / baud)) { [unowned self] in
      isShifting = false
      host.send(byte)
      shift()
    }
  }

  private func take(_ byte: UInt8) {
    guard values[.UARTCR, default: 0] & 0x201 == 0x201, pins.has(.uart, wires.1) else { return }
    if received.count < 32 { received.append(byte) }
  }
}
