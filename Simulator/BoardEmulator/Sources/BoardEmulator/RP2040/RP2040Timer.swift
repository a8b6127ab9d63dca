// SPDX-License-Identifier: MIT

/// TIMER (RP2040 Datasheet, 4.6), or TIMER0 of an RP2350 (RP2350 Datasheet, 12.8): microseconds, counted by a tick.
final class RP2040Timer: Peripheral {
  private unowned let machine: Machine
  private let resets: RP2040Resets
  /// Why nothing makes its tick; nil if something does.
  private let tickObstacle: () -> String?
  private let registers: [UInt32: Register]
  private var (alarm, armed, raised, enabled): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private lazy var comparison = Alarm(machine) { [unowned self] in raised |= 1 }
  private var begin: UInt64 = 0

  private enum Register {
    case ALARM0, TIMERAWL, INTR, INTE
  }

  init(
    _ machine: Machine, _ resets: RP2040Resets, _ chip: RPChip = .rp2040,
    tickObstacle: @escaping () -> String?
  ) {
    (self.machine, self.resets, self.tickObstacle) = (machine, resets, tickObstacle)
    registers =
      chip == .rp2040
      ? [0x10: .ALARM0, 0x28: .TIMERAWL, 0x34: .INTR, 0x38: .INTE]
      : [0x10: .ALARM0, 0x28: .TIMERAWL, 0x3C: .INTR, 0x40: .INTE]
    machine.interrupts.connect(0) { [unowned self] in raised & enabled & 1 != 0 }
    resets.onReset[.timer] = { [unowned self] in
      (alarm, armed, raised, enabled) = (0, 0, 0, 0)
      comparison.cancel()
      begin = machine.time
    }
  }

  var obstacle: String? { resets.obstacle(.timer) ?? tickObstacle() }
  func name(at offset: UInt32) -> String? { registers[offset].map { "\($0)" } }

  private var count: UInt32 { UInt32(truncatingIfNeeded: (machine.time - begin) / 1_000) }

  func read(_ offset: UInt32) -> UInt32 {
    switch registers[offset] {
    case .ALARM0: alarm
    case .TIMERAWL: count
    case .INTR: raised
    default: enabled
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch registers[offset] {
    case .ALARM0:
      alarm = value
      comparison.set(after: UInt64(value &- count) * 1_000)
    case .INTR: raised &= ~value
    case .INTE: enabled = value
    default: machine.fail("TIMER.TIMERAWL is written")
    }
  }
}

/// WATCHDOG (RP2040 Datasheet, 4.7), with the tick that it makes for the timer, and the register of PSM that selects what it resets. That
/// of an RP2350 makes none and gets its own from TICKS (RP2350 Datasheet, 12.9).
final class RP2040Watchdog: Peripheral {
  private unowned let machine: Machine
  private let clocks: RP2040Clocks
  private let ticks: RP2350Ticks?
  private var (control, tick): (UInt32, UInt32) = (0, 0x200)
  /// SCRATCH4, which a reset by the watchdog keeps. The boot ROM acts on B007C0D3 (raspberrypi/pico-bootrom-rp2040, bootrom_rt0.S).
  private var scratch: UInt32 = 0
  private(set) var reason: UInt32 = 0
  private lazy var alarm = Alarm(machine) { [unowned self] in
    reason = 1
    machine.reset(because: "WATCHDOG")
  }
  private var load: UInt32 = 0
  let selection = RP2040ResetSelection()

  /// The watchdog of an RP2350 if there are `ticks`.
  init(_ machine: Machine, _ clocks: RP2040Clocks, _ ticks: RP2350Ticks? = nil) {
    (self.machine, self.clocks, self.ticks) = (machine, clocks, ticks)
  }

  /// Why the timer does not count microseconds; nil if it does.
  var tickObstacle: String? {
    guard tick & 0x200 != 0, tick & 0x1FF != 0 else {
      return "WATCHDOG.TICK does not make its tick"
    }
    let rate = clocks.reference / Double(tick & 0x1FF)
    return rate == 1e6 ? nil : "WATCHDOG.TICK makes \(rate) ticks a second of CLK_REF"
  }

  func name(at offset: UInt32) -> String? {
    switch offset {
    case 0x00: "CTRL"
    case 0x04: "LOAD"
    case 0x08: "REASON"
    case 0x1C: "SCRATCH4"
    case 0x2C: ticks == nil ? "TICK" : nil
    default: nil
    }
  }

  func read(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x00: control
    case 0x04: load
    case 0x08: reason
    case 0x1C: scratch
    default: tick
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x00:
      control = value
      restart()
    case 0x04:
      load = value & 0xFF_FFFF
      restart()
    case 0x1C: scratch = value
    case 0x2C: tick = value
    default: break
    }
  }

  /// It counts down in each tick; that of an RP2040 twice (erratum RP2040-E1).
  private func restart() {
    alarm.cancel()
    guard control & 1 << 30 != 0 else { return }
    let chip: UInt32 = ticks == nil ? 0x1_FFFC : 0x1FF_FFF0
    guard selection.value & chip == chip else {
      return machine.fail("WATCHDOG.CTRL enables it, but PSM.WDSEL does not let it reset the chip")
    }
    if let obstacle = ticks?.obstacle(of: .WATCHDOG) {
      return machine.fail("WATCHDOG.CTRL enables it, but \(obstacle)")
    }
    alarm.set(after: UInt64(load) * (ticks == nil ? 500 : 1_000))
  }

  /// A reset of an RP2350's core forgets what the watchdog did (RP2350 Datasheet, 12.9.7, REASON).
  func forgetReason() { reason = 0 }

  /// As after a reset that the watchdog made itself, or by something else.
  func reset(byItself: Bool) {
    (control, tick) = (0, 0x200)
    if !byItself { (reason, scratch) = (0, 0) }
    alarm.cancel()
  }
}

/// VREG_AND_CHIP_RESET.CHIP_RESET (RP2040 Datasheet, 2.12.8): what reset the chip last.
final class RP2040ChipReset: Peripheral {
  var wasByPin = false
  func name(at offset: UInt32) -> String? { offset == 8 ? "CHIP_RESET" : nil }
  func read(_ offset: UInt32) -> UInt32 { wasByPin ? 1 << 16 : 1 << 8 }
  func write(_ offset: UInt32, _ value: UInt32) {}
}

/// PSM.WDSEL (RP2040 Datasheet, 2.13; RP2350 Datasheet, 7.4).
final class RP2040ResetSelection: Peripheral {
  private(set) var value: UInt32 = 0
  func name(at offset: UInt32) -> String? { offset == 8 ? "WDSEL" : nil }
  func read(_ offset: UInt32) -> UInt32 { value }
  func write(_ offset: UInt32, _ value: UInt32) { self.value = value }
}
