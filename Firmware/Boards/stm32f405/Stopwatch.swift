import CortexM

/// Counts ticks of the core's clock, for measuring. It takes the tick timer for itself: `Board`'s time
/// stands still from `start` on.
public enum Stopwatch {
  /// Starts counting.
  public static func start() { SysTick.start(period: SysTick.longestPeriod, interrupts: false) }

  /// The count, modulo 2²⁴.
  @inline(__always)
  public static var now: UInt32 { SysTick.elapsed }

  /// Ticks since `begin`, which lies less than 2²⁴ ticks ago.
  @inline(__always)
  public static func ticks(since begin: UInt32) -> UInt32 { (now &- begin) & 0xFF_FFFF }
}
