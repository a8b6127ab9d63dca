// SPDX-License-Identifier: MIT

/// TIMER (RP2040 Datasheet, 4.6): microseconds, counted by the watchdog's tick.
final class RP2040Timer: Peripheral {
  private unowned let machine: Machine
  private let (resets, watchdog): (RP2040Resets, RP2040Watchdog)
  private var (alarm, armed, raised, enabled): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private lazy var comparison = Alarm(machine) { [unowned self] in raised |= 1 }
  private var begin: UInt64 = 0

  private enum Register: UInt32 {
    case ALARM0 = 0x10
    case TIMERAWL = 0x28
    case INTR = 0x34
    case INTE = 0x38
  }

  init(_ machine: Machine, _ resets: RP2040Resets, _ watchdog: RP2040Watchdog) {
    (self.machine, self.resets, self.watchdog) = (machine, resets, watchdog)
    machine.interrupts.connect(0) { [unowned self] in raised & enabled & 1 != 0 }
    resets.onReset[.timer] = { [unowned self] in
      (alarm, armed, raised, enabled) = (0, 0, 0, 0)
      comparison.cancel()
      begin = machine.time
    }
  }

  var obstacle: String? { resets.obstacle(.timer) ?? watchdog.tickObstacle }
  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  private var count: UInt32 { UInt32(truncatingIfNeeded: (machine.time - begin) / 1_000) }

  func read(_ offset: UInt32) -> UInt32 {
    switch Register(rawValue: offset) {
    case .ALARM0: alarm
    case .TIMERAWL: count
    case .INTR: raised
    default: enabled
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch Register(rawValue: offset) {
    case .ALARM0:
      alarm = value
      comparison.set(after: UInt64(value &- count) * 1_000)
    case .INTR: raised &= ~value
    case .INTE: enabled = value
    default: machine.fail("TIMER.TIMERAWL is written")
    }
  }
}

/// WATCHDOG (RP2040 Datasheet, 4.7), with the tick that it makes for the timer, and the register of PSM that says what it resets.
final class RP2040Watchdog: Peripheral {
  private unowned let machine: Machine
  private let clocks: RP2040Clocks
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

  init(_ machine: Machine, _ clocks: RP2040Clocks) {
    (self.machine, self.clocks) = (machine, clocks)
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
    case 0x2C: "TICK"
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

  /// It counts down twice in each tick (erratum RP2040-E1).
  private func restart() {
    alarm.cancel()
    guard control & 1 << 30 != 0 else { return }
    guard selection.value & 0x1FFFC == 0x1FFFC else {
      return machine.fail("WATCHDOG.CTRL enables it, but PSM.WDSEL does not let it reset the chip")
    }
    alarm.set(after: UInt64(load) * 500)
  }

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

/// PSM.WDSEL (RP2040 Datasheet, 2.13).
final class RP2040ResetSelection: Peripheral {
  private(set) var value: UInt32 = 0
  func name(at offset: UInt32) -> String? { offset == 8 ? "WDSEL" : nil }
  func read(_ offset: UInt32) -> UInt32 { value }
  func write(_ offset: UInt32, _ value: UInt32) { self.value = value }
}
