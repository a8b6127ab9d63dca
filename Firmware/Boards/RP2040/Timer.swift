import BoardSupport

/// The chip's timer (RP2040 Datasheet, 4.6), which counts microseconds, and the watchdog (4.7). An RP2350 has two timers, and registers
/// in between (RP2350 Datasheet, 12.8 and 12.9).
enum Timer {
  private static func register(_ offset: UInt) -> Register {
    Register(Chip.Address.timer &+ offset)
  }
  private static func watchdog(_ offset: UInt) -> Register {
    Register(Chip.Address.watchdog &+ offset)
  }

  /// How often the core wakes when nothing happens, µs.
  private static var wakeInterval: UInt32 { 2_000 }

  /// Wakes the core from now on.
  static func start() {
    register(Chip.Offset.timerInterrupts).store(1)
    wake()
  }

  /// Starts the watchdog of the main loop: it resets the chip when it is not fed for 2 s.
  static func startWatchdog() {
    Register(Chip.Address.powerOn &+ 8).store(Chip.watched)
    feedWatchdog()
    watchdog(0x1C).store(ownMark)
    watchdog(0x00).set(1 &<< 30)
  }

  /// Distinguishes a reset by the watchdog from one that the boot ROM made with it, in SCRATCH4.
  private static var ownMark: UInt32 { 0x5175_696C }

  /// True if the watchdog reset the chip because the main loop hung.
  static var wasReset: Bool { watchdog(0x08).load() & 1 != 0 && watchdog(0x1C).load() == ownMark }

  /// Time since the start, µs, modulo 2³².
  @inline(__always)
  static var microseconds: UInt32 { register(0x28).load() }

  /// The interrupt handler's whole work: asks for the next one.
  static func wake() {
    register(Chip.Offset.timerState).store(1)
    register(0x10).store(microseconds &+ wakeInterval)
  }

  /// Sleeps for at least this time, and feeds the watchdog meanwhile.
  static func pause(milliseconds: UInt32) {
    let begin = microseconds
    while microseconds &- begin < milliseconds &* 1_000 {
      interrupt_sleep()
      feedWatchdog()
    }
  }

  /// Restarts the watchdog's counter: the main loop runs.
  static func feedWatchdog() { watchdog(0x04).store(Chip.patience) }
}
