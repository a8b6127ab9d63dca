import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file descriptor on which threads wait while another thread may close it.
///
/// The system soon gives a closed descriptor's number to another file. So the descriptor is
/// released only when the last thread has left. The `bell` wakes the waiting threads so that they leave.
final class WaitableDescriptor: Sendable {
  private struct Use {
    var threads = 0
    var isClosing = false
  }

  /// The reason why a wait ended.
  enum Readiness: Equatable {
    /// One of the events, or a hang-up, occurred; `hungUp` is true for a hang-up or an error.
    case ready(hungUp: Bool)
    /// The deadline or the limit has passed, or a signal interrupted the wait.
    case timedOut
    /// The descriptor is being closed.
    case closing
  }

  /// The descriptor, opened with `O_NONBLOCK`.
  let number: Int32
  private let bell: Bell
  private let use = Mutex(Use())
  private let release: @Sendable () -> Void

  /// Takes over `number`. `release` must close it.
  init(_ number: Int32, release: @escaping @Sendable () -> Void) throws(LinkError) {
    guard let bell = Bell() else {
      let code = errno
      release()
      throw .failure(operation: "make an event descriptor", errno: code)
    }
    self.number = number
    self.bell = bell
    self.release = release
  }

  deinit { close() }

  /// Registers the calling thread. Returns false when the descriptor is closed. Every call that
  /// returned true needs one ``leave()``.
  func enter() -> Bool {
    use.withLock { use in
      if !use.isClosing { use.threads += 1 }
      return !use.isClosing
    }
  }

  /// Unregisters the calling thread. The last thread that leaves a closed descriptor releases it.
  func leave() {
    let isLast = use.withLock { use in
      use.threads -= 1
      return use.isClosing && use.threads == 0
    }
    if isLast { releaseAll() }
  }

  /// Refuses new threads, wakes the registered ones, and releases the descriptor when none is left.
  func close() {
    let isFree = use.withLock { use in
      defer { use.isClosing = true }
      if use.isClosing { return false }
      if use.threads > 0 { bell.ring() }
      return use.threads == 0
    }
    if isFree { releaseAll() }
  }

  /// Sleeps until one of `events` (`POLLIN`, `POLLOUT`), a hang-up, closing or the deadline.
  /// Without events it also sleeps through hang-ups. The thread must be registered with
  /// ``enter()``.
  func wait(for events: Int32, until deadline: Deadline, atMost limit: Int32 = .max) -> Readiness {
    var entries = (
      pollfd(fd: bell.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events == 0 ? -1 : number, events: Int16(events), revents: 0)
    )
    let count = withUnsafeMutableBytes(of: &entries) { bytes in
      poll(
        bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2,
        deadline.milliseconds(atMost: limit))
    }
    if count <= 0 { return .timedOut }
    if entries.0.revents != 0 { return .closing }
    return .ready(hungUp: Int32(entries.1.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0)
  }

  private func releaseAll() {
    release()
    bell.close()
  }
}
