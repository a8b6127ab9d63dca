// SPDX-License-Identifier: MIT

/// USART 3 (RM0090, section 30).
final class STM32USART: STM32Peripheral {
  private let (clocks, pins): (STM32RCC, STM32Pins)
  /// Its pins on the board: TX, RX.
  private let wires: (Int, Int)
  private let host: HostLine
  private var (waiting, shifting): (UInt8?, UInt8?)
  private var received: UInt8?
  private var hasOverrun = false
  private var incoming: [UInt8] = []

  init(
    _ machine: Machine, _ clocks: STM32RCC, _ pins: STM32Pins, wires: (Int, Int), host: HostLine
  ) {
    (self.clocks, self.pins, self.wires, self.host) = (clocks, pins, wires, host)
    super.init(machine, "USART3", [0x00: "SR", 0x04: "DR", 0x08: "BRR", 0x0C: "CR1"])
    gate = (clocks, 0x40, 18)
    machine.interrupts.connect(39) { [unowned self] in
      let control = value(0x0C)
      return control >> 13 & 1 != 0
        && (control >> 7 & 1 != 0 && waiting == nil
          || control >> 5 & 1 != 0 && (received != nil || hasOverrun))
    }
    host.onByte = { [unowned self] in take($0) }
  }

  override func reset() {
    super.reset()
    (waiting, shifting, received, hasOverrun, incoming) = (nil, nil, nil, false, [])
  }

  override func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x00:
      return (waiting == nil ? 1 << 7 : 0) | (received != nil ? 1 << 5 : 0)
        | (hasOverrun ? 1 << 3 : 0)
    case 0x04:
      hasOverrun = false
      defer { received = nil }
      return UInt32(received ?? 0)
    default: return value(offset)
    }
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    guard offset == 0x04 else { return put(offset, value) }
    let rate = clocks.slow / Double(max(self.value(0x08), 1))
    guard self.value(0x0C) >> 13 & 1 != 0, self.value(0x0C) >> 3 & 1 != 0,
      abs(rate / 115_200 - 1) < 0.02
    else { return fail(0x04, "is written, but CR1 or BRR (\(rate) baud) does not let it be sent") }
    guard pins.has(7, wires.0) else {
      return fail(0x04, "is written, but \(STM32Pins.name(wires.0)) is not given to it")
    }
    guard waiting == nil else { return fail(0x04, "is written while it is full") }
    waiting = UInt8(value & 0xFF)
    if shifting == nil { shift() }
  }

  private func shift() {
    (shifting, waiting) = (waiting, nil)
    guard let byte = shifting else { return }
    machine.schedule(after: 86_806) { [unowned self] in
      host.send(byte)
      shift()
    }
  }

  private func take(_ byte: UInt8) {
    incoming.append(byte)
    if incoming.count == 1 { carry() }
  }

  /// Brings the next byte, as fast as the line does.
  private func carry() {
    machine.schedule(after: 86_806) { [unowned self] in
      guard !incoming.isEmpty else { return }
      let byte = incoming.removeFirst()
      if value(0x0C) & (1 << 13 | 1 << 2) == 1 << 13 | 1 << 2, pins.has(7, wires.1) {
        if received == nil { received = byte } else { hasOverrun = true }
      }
      if !incoming.isEmpty { carry() }
    }
  }
}
