import CortexM

/// The chip's timer as a stopwatch of 32 bits.
public enum TimerStopwatch: Stopwatch {
  public static func start() {
    Timer.silence()
    Timer.start(prescaler: 0)
  }

  @inline(__always)
  public static var now: UInt32 { Timer.count }

  @inline(__always)
  public static func ticks(since begin: UInt32) -> UInt32 { now &- begin }
}
