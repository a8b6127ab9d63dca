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

  /// Ticks since the period began.
  @inline(__always)
  public static var elapsed: UInt32 { reload.load() &- current.load() }
}
