import Foundation
import Synchronization

/// Threads for tasks that wait for time to pass or for another process.
///
/// Swift runs as many tasks at once as there are cores. A task that waits on one of its threads keeps another from
/// computing, so such tasks run on these, of which there are as many as are needed.
public final class WaitingThreads: TaskExecutor {
  /// The threads of all tests.
  public static let shared: WaitingThreads = WaitingThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    /// How many threads have nothing to do.
    var idle = 0
  }

  private let state = Mutex(State())
  private let hasJob = DispatchSemaphore(value: 0)

  private init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      return state.jobs.count > state.idle
    }
    if needsThread { Thread { [self] in run() }.start() }
    hasJob.signal()
  }

  private func run() -> Never {
    // A thread of Dispatch blocks signals, a thread that it starts inherits that, and so do programs: they could not be terminated.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    while true {
      state.withLock { $0.idle += 1 }
      hasJob.wait()
      let job = state.withLock { state in
        state.idle -= 1
        return state.jobs.removeFirst()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
