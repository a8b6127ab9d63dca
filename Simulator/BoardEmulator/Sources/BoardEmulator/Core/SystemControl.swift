// SPDX-License-Identifier: MIT

/// The core's own registers: SysTick, NVIC, system control block (ARMv6-M Architecture Reference Manual, B3).
final class SystemControl: Peripheral {
  private unowned let machine: Machine
  private var (control, reload, begin): (UInt32, UInt32, UInt64) = (0, 0, 0)
  private lazy var end = Alarm(machine) { [unowned self] in catchUp() }
  /// When the period ends, if its end is an interrupt.
  private var due = UInt64.max

  init(_ machine: Machine) { self.machine = machine }

  private enum Register: UInt32 {
    case SYST_CSR = 0x010
    case SYST_RVR = 0x014
    case SYST_CVR = 0x018
    case NVIC_ISER0 = 0x100
    case NVIC_ISER1 = 0x104
    case NVIC_ICER0 = 0x180
    case NVIC_ICER1 = 0x184
    case NVIC_ICPR0 = 0x280
    case ICSR = 0xD04
    case VTOR = 0xD08
    case AIRCR = 0xD0C
  }

  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  func read(_ offset: UInt32) -> UInt32 {
    // The count and what is pending agree.
    catchUp()
    return switch Register(rawValue: offset) {
    case .SYST_CSR: control
    case .SYST_RVR: reload
    case .SYST_CVR: current
    case .NVIC_ISER0: machine.interrupts[enable: 0]
    case .NVIC_ISER1: machine.interrupts[enable: 1]
    case .ICSR: machine.interrupts.isTickPending ? 1 << 26 : 0
    case .VTOR: machine.vectorTable
    default: 0
    }
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    switch Register(rawValue: offset) {
    case .SYST_CSR: startTick(value)
    case .SYST_RVR: reload = value & 0xFF_FFFF
    case .SYST_CVR: begin = ticks
    case .NVIC_ISER0: machine.interrupts[enable: 0] = value
    case .NVIC_ISER1: machine.interrupts[enable: 1] = value
    case .NVIC_ICER0: machine.interrupts.disable(value, at: 0)
    case .NVIC_ICER1: machine.interrupts.disable(value, at: 1)
    case .VTOR:
      if value & 0xFF != 0 { machine.fail("VTOR = \(hex(value)) is not aligned") }
      machine.vectorTable = value
    case .AIRCR:
      guard value == 0x05FA_0004 else {
        return machine.fail("AIRCR = \(hex(value)) without its key")
      }
      machine.reset(because: "AIRCR.SYSRESETREQ")
    default: break
    }
  }

  /// As after a reset.
  func reset() {
    (control, due) = (0, .max)
    end.cancel()
    machine.vectorTable = 0
  }

  /// It counts the core's clock, of which time is made.
  private var ticks: UInt64 { UInt64(Double(machine.time) * machine.clock / 1e9) }

  private var current: UInt32 {
    guard control & 1 != 0, reload > 0 else { return 0 }
    let elapsed = (ticks &- begin) % UInt64(reload + 1)
    return elapsed == 0 ? 0 : reload + 1 - UInt32(elapsed)
  }

  private func startTick(_ value: UInt32) {
    control = value & 7
    end.cancel()
    guard control & 1 != 0 else { return }
    guard control & 4 != 0 else {
      return machine.fail("SysTick counts an outside clock, which is not modeled")
    }
    begin = ticks
    due = .max
    guard control & 2 != 0 else { return }
    due = machine.time
    nextPeriod()
  }

  /// The period that begins at `due`.
  private func nextPeriod() {
    due += UInt64(Double(reload + 1) * 1e9 / machine.clock)
    end.set(at: due)
  }

  private func catchUp() {
    guard machine.time >= due else { return }
    machine.interrupts.setTickPending()
    machine.askForAttention()
    nextPeriod()
  }
}
