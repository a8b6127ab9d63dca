import CQuillonProfiling

/// A counter that only grows. It is read before and after the work to be measured.
public protocol Meter {
  /// Its current value.
  static func read() -> UInt64
}

/// Measures how long work takes, in ticks of the processor's counter. ``TickClock`` measures the
/// length of a tick.
public enum TickMeter: Meter {
  /// The processor's tick counter.
  @inline(__always)
  public static func read() -> UInt64 { profiling_ticks() }
}
