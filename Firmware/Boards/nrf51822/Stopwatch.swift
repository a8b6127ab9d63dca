/// Counts ticks of the core's clock, for measuring. It takes the timer for itself: `Board`'s time is
/// wrong from `start` on.
public enum Stopwatch {
  /// Starts counting.
  public static func start() {
    Timer.silence()
    Timer.start(prescaler: 0)
  }

  /// The count, modulo 2³².
  @inline(__always)
  public static var now: UInt32 { Timer.count }

  /// Ticks since `begin`, which lies less than 2³² ticks ago.
  @inline(__always)
  public static func ticks(since begin: UInt32) -> UInt32 { now &- begin }
}
