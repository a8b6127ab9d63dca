// SPDX-License-Identifier: MIT

/// What the chip's peripherals have in common: tasks from 0x000 on, events from 0x100 on, shortcuts, interrupts (nRF52840 Product
/// Specification, 6.1). A subclass defines which registers it has and what they do.
class NRF52840Peripheral: Peripheral {
  unowned let machine: Machine
  /// Its name in the manual, as in TWIM0.
  let name: String
  private let names: [UInt32: String]
  private(set) var values: [UInt32: UInt32] = [:]
  private var events: UInt32 = 0
  private var interrupts: UInt32 = 0

  /// A peripheral with interrupt `number`, if any, and the registers `names`.
  init(_ machine: Machine, _ name: String, interrupt number: Int?, _ names: [UInt32: String]) {
    (self.machine, self.name, self.names) = (machine, name, names)
    guard let number else { return }
    machine.interrupts.connect(number) { [unowned self] in events & interrupts != 0 }
  }

  func name(at offset: UInt32) -> String? {
    switch offset {
    case 0x304 where !names.isEmpty: "INTENSET"
    case 0x308 where !names.isEmpty: "INTENCLR"
    default: names[offset]
    }
  }

  /// As after a reset of the chip.
  func reset() { (values, events, interrupts) = ([:], 0, 0) }

  func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x100..<0x180: events >> ((offset - 0x100) / 4) & 1
    case 0x304, 0x308: interrupts
    default: value(offset)
    }
  }

  final func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0..<0x080: if value & 1 != 0 { start(task: offset) }
    case 0x100..<0x180:
      guard value == 0 else { return fail(offset, "is written with \(value), not with 0") }
      events &= ~(1 << ((offset - 0x100) / 4))
    case 0x304: interrupts |= value
    case 0x308: interrupts &= ~value
    default: store(offset, value)
    }
  }

  /// The event at `offset` happens.
  final func raise(_ offset: UInt32) { events |= 1 << ((offset - 0x100) / 4) }

  /// What a register without a meaning of its own holds.
  func value(_ offset: UInt32) -> UInt32 { values[offset, default: 0] }
  /// Stores to a register that is neither task nor event.
  func store(_ offset: UInt32, _ value: UInt32) { put(offset, value) }
  /// Gives the register at `offset` a value.
  final func put(_ offset: UInt32, _ value: UInt32) { values[offset] = value }
  /// Starts a task.
  func start(task: UInt32) {}

  /// Ends the run: what is wrong with the register at `offset`.
  final func fail(_ offset: UInt32, _ words: String) {
    machine.fail("\(name).\(name(at: offset) ?? hex(offset)) \(words)")
  }
}

/// CLOCK (nRF52840 Product Specification, 5.4), and the register of POWER about USB (5.3).
final class NRF52840Clock: NRF52840Peripheral {
  /// True while the crystal of 32 MHz swings.
  private(set) var hasCrystal = false

  init(_ machine: Machine) {
    super.init(
      machine, "CLOCK", interrupt: nil,
      [
        0x000: "TASKS_HFCLKSTART", 0x400: "RESETREAS", 0x51C: "GPREGRET", 0x40C: "HFCLKSTAT",
        0x438: "USBREGSTATUS", 0x55C: "TRACECONFIG",
      ])
  }

  /// True while the cable is in.
  private(set) var hasUSBPower = false
  /// True once the regulator for USB has settled.
  private(set) var isUSBPowerReady = false

  /// The cable is plugged in. It stays in when the chip is reset.
  func giveUSBPower() {
    hasUSBPower = true
    machine.schedule(after: 1_000_000) { [unowned self] in isUSBPowerReady = true }
  }

  /// The cable is pulled.
  func takeUSBPower() { (hasUSBPower, isUSBPowerReady) = (false, false) }

  override func reset() {
    // RESETREAS adds up until it is cleared; GPREGRET stays over a soft reset.
    let kept = (values[0x400] ?? 0, values[0x51C] ?? 0)
    super.reset()
    put(0x400, kept.0)
    put(0x51C, kept.1)
    hasCrystal = false
    machine.setClock(64e6)
  }

  /// What reset the chip, for RESETREAS: bit 0 the pin, 1 the watchdog, 2 the core; nil: power. Only a soft reset keeps GPREGRET (5.3.6.8).
  func noteReset(_ bit: UInt32?) {
    put(0x400, bit.map { value(0x400) | 1 << $0 } ?? 0)
    if bit != 2 { put(0x51C, 0) }
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    put(offset, offset == 0x400 ? self.value(0x400) & ~value : value)
  }

  override func value(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x40C: 1 << 16 | (hasCrystal ? 1 : 0)
    case 0x438: (hasUSBPower ? 1 : 0) | (isUSBPowerReady ? 2 : 0)
    default: super.value(offset)
    }
  }

  override func start(task: UInt32) {
    machine.schedule(after: 360_000) { [unowned self] in hasCrystal = true }
  }
}

/// TIMER 0, as a timer (6.30).
final class NRF52840Timer: NRF52840Peripheral {
  private var begin: UInt64?
  private lazy var comparison = Alarm(machine) { [unowned self] in
    if begin != nil { raise(0x144) }
  }

  init(_ machine: Machine) {
    super.init(
      machine, "TIMER0", interrupt: 8,
      [
        0x000: "TASKS_START", 0x004: "TASKS_STOP", 0x00C: "TASKS_CLEAR", 0x040: "TASKS_CAPTURE[0]",
        0x144: "EVENTS_COMPARE[1]", 0x508: "BITMODE", 0x510: "PRESCALER", 0x540: "CC[0]",
        0x544: "CC[1]",
      ])
  }

  override func reset() {
    super.reset()
    begin = nil
    comparison.cancel()
  }

  private var count: UInt32 {
    guard let begin else { return 0 }
    return UInt32(truncatingIfNeeded: ((machine.time - begin) * 16 / 1_000) >> UInt64(value(0x510)))
  }

  override func start(task: UInt32) {
    switch task {
    case 0x000:
      guard value(0x508) == 3 else {
        return fail(0x508, "is not 3: the timer has fewer than 32 bits")
      }
      begin = begin ?? machine.time
    case 0x004: begin = nil
    case 0x00C: if begin != nil { begin = machine.time }
    default: put(0x540, count)
    }
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    if offset != 0x544, begin != nil { return fail(offset, "is written while the timer runs") }
    put(offset, value)
    guard offset == 0x544 else { return }
    let ticks = UInt64(value &- count) << UInt64(self.value(0x510))
    comparison.set(after: ticks * 1_000 / 16 + 1)
  }
}

/// WDT, the watchdog (6.36).
final class NRF52840Watchdog: NRF52840Peripheral {
  private(set) var isRunning = false
  private lazy var alarm = Alarm(machine) { [unowned self] in machine.reset(because: "WDT") }

  init(_ machine: Machine) {
    super.init(
      machine, "WDT", interrupt: nil,
      [
        0x000: "TASKS_START", 0x400: "RUNSTATUS", 0x504: "CRV", 0x508: "RREN", 0x50C: "CONFIG",
        0x600: "RR[0]",
      ])
  }

  /// A soft reset leaves it running (adafruit/Adafruit_nRF52_Bootloader, bootloader.c: "It even last through NVIC soft reset").
  override func reset() {
    super.reset()
    alarm.cancel()
    isRunning = false
  }

  override func value(_ offset: UInt32) -> UInt32 {
    offset == 0x400 ? (isRunning ? 1 : 0) : super.value(offset)
  }

  override func start(task: UInt32) {
    isRunning = true
    feed()
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    guard offset == 0x600 else {
      if isRunning {
        return fail(offset, "is written while the watchdog runs, which has no effect")
      }
      return put(offset, value)
    }
    guard value == 0x6E52_4635 else { return fail(0x600, "is written with \(hex(value))") }
    if isRunning { feed() }
  }

  private func feed() {
    let seconds = Double(value(0x504)) / 32_768 + 1.0 / 32_768
    alarm.set(after: UInt64(seconds * 1e9))
  }
}
