import Foundation

/// How long the calling thread computes in `body`, s: what others compute meanwhile does not count.
public func processorTime(of body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try body()
  return now() - start
}
