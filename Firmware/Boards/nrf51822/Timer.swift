import _Volatile

/// TIMER 0 as a free-running 32-bit counter (nRF51 Series Reference Manual, section 18). The chip's core was
/// built without SysTick.
enum Timer {
  private static func register(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4000_8000 &+ offset)
  }

  /// Counts from 0 at 16 MHz / 2^`prescaler`.
  static func start(prescaler: UInt32) {
    // Stop, clear, 32 bits.
    register(0x004).store(1)
    register(0x00C).store(1)
    register(0x508).store(3)
    register(0x510).store(prescaler)
    register(0x000).store(1)
  }

  /// Interrupts once from now in `ticks`; the handler asks for the next time.
  static func interrupt(in ticks: UInt32) {
    register(0x144).store(0)
    register(0x544).store(count &+ ticks)
    register(0x304).store(1 &<< 17)
  }

  /// No more interrupts.
  static func silence() { register(0x308).store(1 &<< 17) }

  /// The count, fetched by capturing it.
  @inline(__always)
  static var count: UInt32 {
    register(0x040).store(1)
    return register(0x540).load()
  }
}
