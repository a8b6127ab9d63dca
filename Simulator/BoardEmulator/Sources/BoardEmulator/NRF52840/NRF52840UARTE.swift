// SPDX-License-Identifier: MIT

/// UARTE 0, a UART with EasyDMA (nRF52840 Product Specification, 6.34).
final class NRF52840UARTE: NRF52840Peripheral {
  private let clock: NRF52840Clock
  private let pins: NRF52840Pins
  private let memory: NRF52840RAM
  /// Its pins on the board: TX, RX.
  private let wires: (Int, Int)
  private let host: HostLine
  private var isSending = false
  private var isReceiving = false
  /// What the host has sent and the line has not yet carried.
  private var incoming: [UInt8] = []
  private var generation = 0

  init(
    _ machine: Machine, _ clock: NRF52840Clock, _ pins: NRF52840Pins, _ memory: NRF52840RAM,
    wires: (Int, Int), host: HostLine
  ) {
    (self.clock, self.pins, self.memory, self.wires, self.host) = (clock, pins, memory, wires, host)
    super.init(
      machine, "UARTE0", interrupt: 2,
      [
        0x000: "TASKS_STARTRX", 0x004: "TASKS_STOPRX", 0x008: "TASKS_STARTTX",
        0x00C: "TASKS_STOPTX",
        0x144: "EVENTS_RXTO", 0x110: "EVENTS_ENDRX",
        0x120: "EVENTS_ENDTX", 0x200: "SHORTS", 0x500: "ENABLE", 0x508: "PSEL.RTS",
        0x50C: "PSEL.TXD", 0x510: "PSEL.CTS", 0x514: "PSEL.RXD", 0x524: "BAUDRATE",
        0x534: "RXD.PTR", 0x538: "RXD.MAXCNT", 0x544: "TXD.PTR", 0x548: "TXD.MAXCNT",
        0x56C: "CONFIG",
      ])
    host.onByte = { [unowned self] in take($0) }
  }

  override func reset() {
    super.reset()
    (isSending, isReceiving, incoming) = (false, false, [])
    generation += 1
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    if (0x508..<0x528).contains(offset) || offset == 0x56C, self.value(0x500) != 0 {
      return fail(offset, "is written while ENABLE is not 0, which has no effect")
    }
    // arduino/ArduinoCore-mbed, variant.cpp of the Nano 33 BLE, "Disable UARTE0 which is initially enabled by the bootloader": STOPRX and
    // RXTO come first.
    if offset == 0x500, value == 0, isReceiving {
      return fail(0x500, "is cleared while it receives: TASKS_STOPRX and EVENTS_RXTO come first")
    }
    put(offset, value)
  }

  /// As a boot loader leaves it.
  func leaveReceiving(to address: UInt32) {
    put(0x500, 8)
    put(0x534, address)
    put(0x538, 1)
    isReceiving = true
  }

  override func start(task: UInt32) {
    if task == 0x004 {
      let mine = generation
      return machine.schedule(after: 100_000) { [unowned self] in
        guard mine == generation else { return }
        if isReceiving { raise(0x144) }
        isReceiving = false
      }
    }
    if task == 0x00C { return }
    guard value(0x500) == 8 else { return fail(task, "is started, but ENABLE is not 8") }
    guard clock.hasCrystal else {
      return fail(task, "is started, but the crystal of CLOCK.TASKS_HFCLKSTART does not run")
    }
    guard value(0x524) == 0x01D6_0000, value(0x56C) == 0 else {
      return fail(0x524, "or CONFIG is not for 115,200 baud and 8 bits")
    }
    if task == 0x000 { startReceiving() } else { send() }
  }

  private func startReceiving() {
    guard pins.isInput(wires.1), value(0x514) == UInt32(wires.1) else {
      return fail(0x514, "is not pin \(wires.1), or \(NRF52840Pins.register(wires.1)) is no input")
    }
    guard value(0x538) == 1 else { return fail(0x538, "= \(value(0x538)) is not modeled, only 1") }
    isReceiving = true
  }

  private func send() {
    guard pins.isOutput(wires.0), value(0x50C) == UInt32(wires.0) else {
      return fail(0x50C, "is not pin \(wires.0), or \(NRF52840Pins.register(wires.0)) is no output")
    }
    guard !isSending else { return fail(0x008, "is started before EVENTS_ENDTX") }
    let count = value(0x548)
    isSending = true
    let mine = generation
    machine.schedule(after: UInt64(count) * 86_806) { [unowned self] in
      guard mine == generation else { return }
      for index in 0..<count {
        guard let byte = memory.load(value(0x544) + index, "UARTE0.TXD.PTR") else { return }
        host.send(byte)
      }
      isSending = false
      raise(0x120)
    }
  }

  private func take(_ byte: UInt8) {
    incoming.append(byte)
    if incoming.count == 1 { carry() }
  }

  /// Brings the next byte, as fast as the line does.
  private func carry() {
    let mine = generation
    machine.schedule(after: 86_806) { [unowned self] in
      guard mine == generation, !incoming.isEmpty else { return }
      let byte = incoming.removeFirst()
      if isReceiving, memory.store(byte, value(0x534), "UARTE0.RXD.PTR") {
        raise(0x110)
        // The shortcut from ENDRX to STARTRX.
        isReceiving = value(0x200) & 1 << 5 != 0
      }
      if !incoming.isEmpty { carry() }
    }
  }
}
