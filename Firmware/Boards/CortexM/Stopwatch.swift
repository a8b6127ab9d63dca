/// Counts ticks of the core's clock, for measuring. It uses the board's timer exclusively: `microseconds` is wrong from `start` on.
public protocol Stopwatch {
  /// Starts counting.
  static func start()

  /// The count, modulo a power of two.
  static var now: UInt32 { get }

  /// Ticks since `begin`, which lies less than that power of two ago.
  static func ticks(since begin: UInt32) -> UInt32
}

/// The core's own timer as a stopwatch of 24 bits.
public enum SysTickStopwatch: Stopwatch {
  public static func start() { SysTick.start(period: SysTick.longestPeriod, interrupts: false) }

  @inline(__always)
  public static var now: UInt32 { SysTick.elapsed }

  @inline(__always)
  public static func ticks(since begin: UInt32) -> UInt32 { (now &- begin) & 0xFF_FFFF }
}
