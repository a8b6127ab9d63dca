#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processor time of the calling thread: what the thread itself has computed, whatever else the computer does.
public enum ThreadClock {
  /// Nanoseconds on the system's `CLOCK_THREAD_CPUTIME_ID`.
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

/// The time since an arbitrary moment. It never goes back.
public enum MonotonicClock {
  /// Nanoseconds on the system's `CLOCK_MONOTONIC`.
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
