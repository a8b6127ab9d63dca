// SPDX-License-Identifier: MIT

/// I2C 1 as a master (RM0090, section 27): a data register, a shift register behind it, and orders that hold for bytes to come.
final class STM32I2C: STM32Peripheral {
  private enum Phase { case idle, started, sending, receiving }
  private let (clocks, pins): (STM32RCC, STM32Pins)
  /// Its pins on the board: SDA, SCL, and what is wired to them.
  private let wires: (sda: Int, scl: Int)
  private let lines: I2CLines
  private var phase = Phase.idle
  private var (data, shift): (UInt8?, UInt8?)
  private var (hasStarted, isAddressed, isRefused, isShifting): (Bool, Bool, Bool, Bool) = (
    false, false, false, false
  )
  private var (count, isLast, hasReadStatus, isOpen) = (0, false, false, false)
  private var generation = 0
  /// A bus error is reported; no transfer needs to be wrong (ES0182, "Spurious bus error detection in Master mode").
  private var hasBusError = false

  /// A bus error that was none: from now on, or from the next start on.
  func disturb() { hasBusError = true }

  init(
    _ machine: Machine, _ clocks: STM32RCC, _ pins: STM32Pins, wires: (sda: Int, scl: Int),
    lines: I2CLines
  ) {
    (self.clocks, self.pins, self.wires, self.lines) = (clocks, pins, wires, lines)
    super.init(
      machine, "I2C1",
      [
        0x00: "CR1", 0x04: "CR2", 0x10: "DR", 0x14: "SR1", 0x18: "SR2", 0x1C: "CCR", 0x20: "TRISE",
      ])
    gate = (clocks, 0x40, 21)
    machine.interrupts.connect(31) { [unowned self] in
      let mask: UInt32 = value(0x04) >> 10 & 1 != 0 ? 0b1100_0111 : 0b0000_0111
      return value(0x04) >> 9 & 1 != 0 && status & mask != 0
    }
    machine.interrupts.connect(32) { [unowned self] in
      value(0x04) >> 8 & 1 != 0 && (isRefused || hasBusError && isOpen)
    }
  }

  override func reset() {
    super.reset()
    abandon()
  }

  private func abandon() {
    if isOpen { lines.end() }
    phase = .idle
    (data, shift, hasStarted, isAddressed, isRefused) = (nil, nil, false, false, false)
    (isShifting, count, isLast, hasReadStatus, isOpen) = (false, 0, false, false, false)
    generation += 1
  }

  /// SR1: SB, ADDR, BTF, RXNE, TXE, AF.
  private var status: UInt32 {
    var status: UInt32 =
      (hasStarted ? 1 : 0) | (isAddressed ? 1 << 1 : 0) | (isRefused ? 1 << 10 : 0)
      | (hasBusError && isOpen ? 1 << 8 : 0)
    guard !isAddressed else { return status }
    if phase == .sending, data == nil {
      status |= 1 << 7
      if !isShifting, count > 0 { status |= 1 << 2 }
    }
    if phase == .receiving, data != nil { status |= 1 << 6 | (shift != nil ? 1 << 2 : 0) }
    return status
  }

  override func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x14:
      hasReadStatus = true
      return status
    case 0x18:
      if isAddressed, hasReadStatus { proceedAfterAddress() }
      return (isOpen || phase != .idle || !lines.isFree ? 0b10 : 0) | (isOpen ? 1 : 0)
    case 0x10:
      guard let byte = data else {
        fail(0x10, "is read while nothing has been received")
        return 0
      }
      let wasFull = shift != nil
      (data, shift) = (shift, nil)
      if wasFull, !isLast { receive() }
      return UInt32(byte)
    default: return value(offset)
    }
  }

  override func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x00: order(value)
    case 0x10: take(UInt8(value & 0xFF))
    case 0x14:
      if value & 1 << 10 == 0 { isRefused = false }
      if value & 1 << 8 == 0 { hasBusError = false }
    case 0x1C, 0x20:
      guard self.value(0) & 1 == 0 else { return fail(offset, "is written while CR1.PE is 1") }
      put(offset, value)
    default: put(offset, value)
    }
  }

  /// CR1: PE 0, START 8, STOP 9, ACK 10, POS 11, SWRST 15. The controller clears START and STOP.
  private func order(_ value: UInt32) {
    let before = self.value(0)
    put(0, value)
    guard value & 1 << 15 == 0 else { return reset() }
    guard value & 1 != 0 else { return abandon() }
    if value & ~before & 1 << 8 != 0 { start() }
    if value & 1 << 9 != 0 { stopIfDue() }
  }

  private func start() {
    guard pins.has(4, wires.sda, isOpenDrain: true), pins.has(4, wires.scl, isOpenDrain: true)
    else {
      return fail(
        0,
        "starts a transfer, but \(STM32Pins.name(wires.sda)) and \(STM32Pins.name(wires.scl)) are not given to it as open drains"
      )
    }
    guard Double(value(0x04) & 63) * 1e6 == clocks.slow else {
      return fail(0x04, "says \(value(0x04) & 63) MHz, but APB1 has \(clocks.slow) Hz")
    }
    // The controller waits for a bus that is free.
    guard lines.isFree else { return }
    after(2) { [unowned self] in
      put(0, value(0) & ~(1 << 8))
      (phase, hasStarted, hasReadStatus, isOpen) = (.started, true, false, true)
      (data, shift, count, isLast) = (nil, nil, 0, false)
    }
  }

  private func take(_ byte: UInt8) {
    switch phase {
    case .started:
      guard hasReadStatus else { return fail(0x10, "gets an address before SR1 was read") }
      hasStarted = false
      after(9) { [unowned self] in
        hasReadStatus = false
        guard lines.begin(address: byte >> 1, isReading: byte & 1 != 0) else {
          isRefused = true
          return stopIfDue()
        }
        (phase, isAddressed) = (byte & 1 != 0 ? .receiving : .sending, true)
      }
    case .sending:
      guard !isAddressed, data == nil else { return fail(0x10, "is written while TXE is 0") }
      data = byte
      if !isShifting { send() }
    default: fail(0x10, "is written while no transfer sends")
    }
  }

  private func proceedAfterAddress() {
    isAddressed = false
    if phase == .receiving { receive() }
  }

  private func send() {
    guard let byte = data else { return stopIfDue() }
    (data, isShifting) = (nil, true)
    count += 1
    after(9) { [unowned self] in
      isShifting = false
      guard lines.isFree else { return }
      guard lines.write(byte) else {
        isRefused = true
        return stopIfDue()
      }
      send()
    }
  }

  private func receive() {
    isShifting = true
    after(9) { [unowned self] in
      guard lines.isFree else { return }
      isShifting = false
      count += 1
      let byte = lines.read()
      // With POS, ACK is about the byte after the first.
      let isAcknowledged = value(0) >> 11 & 1 != 0 && count == 1 || value(0) >> 10 & 1 != 0
      isLast = !isAcknowledged
      if data == nil { data = byte } else { shift = byte }
      if isLast { return stopIfDue() }
      if shift == nil { receive() }
    }
  }

  /// A stop, if it was ordered, once no byte is on its way.
  private func stopIfDue() {
    guard value(0) & 1 << 9 != 0, !isShifting, isOpen || phase != .idle else {
      if !isOpen { put(0, value(0) & ~(1 << 9)) }
      return
    }
    after(2) { [unowned self] in
      lines.end()
      put(0, value(0) & ~(1 << 9))
      isOpen = false
      // What has been received can still be read.
      if data == nil { phase = .idle }
    }
  }

  private func after(_ bits: Double, _ run: @escaping () -> Void) {
    let control = value(0x1C)
    let clocks = control >> 15 & 1 != 0 ? 3 * (control & 0xFFF) : 2 * (control & 0xFFF)
    let frequency = self.clocks.slow / Double(max(clocks, 1))
    guard frequency <= 400_001, clocks > 0, value(0x20) > 0 else {
      return fail(0x1C, "and TRISE make \(frequency) Hz")
    }
    let mine = generation
    machine.schedule(after: UInt64(bits * 1e9 / frequency)) { [unowned self] in
      if mine == generation { run() }
    }
  }
}
