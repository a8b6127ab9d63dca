import CQuillonProfiling

/// Keeps this thread on one processor, so that caches and clock rate stay the same.
public enum ProcessorPin {
  /// Pins the calling thread to processor `number`, counted from 0; false when there is no such
  /// processor or this process may not use it.
  public static func pin(to number: Int) -> Bool { profiling_pin(Int32(clamping: number)) == 0 }
}
