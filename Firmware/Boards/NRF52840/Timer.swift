import BoardSupport

/// TIMER 0, which counts microseconds (nRF52840 Product Specification, 6.30), and the watchdog (6.36).
enum Timer {
  private static var timer: Peripheral { Peripheral(0x4000_8000) }
  private static var watchdog: Peripheral { Peripheral(0x4001_0000) }

  /// How often the core wakes when nothing happens, µs.
  private static var wakeInterval: UInt32 { 2_000 }
  /// The watchdog resets the chip when it is not fed for 2 s, in periods of 32,768 Hz.
  private static var patience: UInt32 { 65_535 }

  /// Counts from 0 at 16 MHz / 2⁴ in 32 bits.
  static func start() {
    timer[0x004] = 1
    timer[0x00C] = 1
    timer[0x508] = 3
    timer[0x510] = 4
    timer[0x000] = 1
  }

  /// Wakes the core from now on.
  static func startWaking() {
    timer[0x304] = 1 &<< 17
    wake()
  }

  /// Starts the watchdog of the main loop, also while the core sleeps. One that runs already keeps its period: a reset by the core does
  /// not stop it.
  static func startWatchdog() {
    guard watchdog[0x400] & 1 == 0 else { return feedWatchdog() }
    watchdog[0x50C] = 1
    watchdog[0x504] = patience
    watchdog[0x508] = 1
    watchdog[0x000] = 1
  }

  /// Time since the start, µs, modulo 2³², fetched by capturing it.
  @inline(__always)
  static var microseconds: UInt32 {
    timer[0x040] = 1
    return timer[0x540]
  }

  /// The interrupt handler's whole work: asks for the next one.
  static func wake() {
    timer[0x144] = 0
    timer[0x544] = microseconds &+ wakeInterval
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
  static func feedWatchdog() { watchdog[0x600] = 0x6E52_4635 }
}
