import CQuillonSerialPort
import Glibc
import Synchronization

/// A file descriptor on which threads wait while another thread may close it.
///
/// A closed descriptor's number is soon given to another file, so it is released only when the
/// last thread has left; the bell, an event descriptor, calls waiting threads out.
final class WaitableDescriptor: Sendable {
  private struct Use {
    var threads = 0
    var isClosing = false
  }

  /// What ended a wait.
  enum Readiness: Equatable {
    case ready(hungUp: Bool)
    case timedOut
    case closing
  }

  /// The descriptor, opened with `O_NONBLOCK`.
  let number: Int32
  private let bell: Int32
  private let use = Mutex(Use())
  private let release: @Sendable () -> Void

  /// Takes over `number`, which `release` closes.
  init(_ number: Int32, release: @escaping @Sendable () -> Void) throws(LinkError) {
    let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard bell >= 0 else {
      let code = errno
      release()
      throw .failure(operation: "make an event descriptor", errno: code)
    }
    self.number = number
    self.bell = bell
    self.release = release
  }

  deinit { close() }

  /// Counts the calling thread in; false when the descriptor is closed. Every `enter` that gave
  /// true needs one ``leave()``.
  func enter() -> Bool {
    use.withLock { use in
      if !use.isClosing { use.threads += 1 }
      return !use.isClosing
    }
  }

  /// Counts the calling thread out; the last one out of a closed descriptor releases it.
  func leave() {
    let isLast = use.withLock { use in
      use.threads -= 1
      return use.isClosing && use.threads == 0
    }
    if isLast { releaseAll() }
  }

  /// Refuses new threads, calls those inside out, and releases the descriptor when none is left.
  func close() {
    let isFree = use.withLock { use in
      defer { use.isClosing = true }
      if use.isClosing { return false }
      if use.threads > 0 { eventfd_write(bell, 1) }
      return use.threads == 0
    }
    if isFree { releaseAll() }
  }

  /// Sleeps until one of `events` (`POLLIN`, `POLLOUT`), a hang-up, closing or the deadline.
  /// With no events it sleeps through hang-ups too. The thread must be inside.
  func wait(for events: Int32, until deadline: Deadline, atMost limit: Int32 = .max) -> Readiness {
    var entries = (
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
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
    _ = Glibc.close(bell)
  }
}
