import CQuillonAllocationCounter
import CQuillonProfiling

/// Something that only grows, and is read before and after the work that is to be measured.
public protocol Meter {
  /// What it stands at.
  static func read() -> UInt64
}

/// How long work takes, in ticks of the processor's counter; ``TickClock`` knows how long they are.
public enum TickMeter: Meter {
  @inline(__always)
  public static func read() -> UInt64 { profiling_ticks() }
}

/// How many blocks the work asks the heap for, on this thread.
public enum AllocationMeter: Meter {
  public static func read() -> UInt64 { allocation_count() }
}
