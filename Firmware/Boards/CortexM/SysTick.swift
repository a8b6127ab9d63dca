import BoardSupport
import _Volatile

/// The core's own 24-bit timer, counting down at the core's clock (ARMv7-M Architecture Reference
/// Manual, B3.3).
public enum SysTick {
  private static var control: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0xE000_E010)
  }
  private static var reload: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0xE000_E014) }
  private static var current: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0xE000_E018)
  }

  /// The greatest period, 2²⁴ ticks.
  @inline(__always)
  public static var longestPeriod: UInt32 { 1 &<< 24 }

  /// Starts over with a period of so many ticks, 2…2²⁴; at its end the tick handler runs if
  /// `interrupts`.
  public static func start(period: UInt32, interrupts: Bool) {
    control.store(0)
    reload.store(period &- 1)
    current.store(0)
    control.store(interrupts ? 0b111 : 0b101)
  }

  /// Time since the start, µs, modulo 2³², when every millisecond ends a period of `ticksPerMicrosecond`
  /// × 1,000 ticks. Also right in an interrupt handler, which keeps the tick handler waiting.
  @inline(__always)
  public static func microseconds(ticksPerMicrosecond: UInt32) -> UInt32 {
    var (milliseconds, ticks, isTickPending): (UInt32, UInt32, Bool)
    repeat {
      milliseconds = tick_milliseconds()
      ticks = elapsed
      isTickPending = interruptState.load() & 1 &<< 26 != 0
    } while milliseconds != tick_milliseconds()
    let part = ticks / ticksPerMicrosecond
    // A tick that came after the count was read left the count near its end.
    return (isTickPending && part < 500 ? milliseconds &+ 1 : milliseconds) &* 1_000 &+ part
  }

  /// ICSR (ARMv7-M Architecture Reference Manual, B3.2.4).
  private static var interruptState: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0xE000_ED04)
  }

  /// Ticks since the period began.
  @inline(__always)
  public static var elapsed: UInt32 { reload.load() &- current.load() }
}
