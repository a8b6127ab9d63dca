import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PseudoTerminal {
  /// Waits until the program has read all written bytes, because closing discards unread ones.
  ///
  /// - Parameter timeout: the longest time to wait for the program.
  /// - Returns: false when bytes were left, because nobody read them in time or no program is
  ///   there.
  @discardableResult
  public func waitUntilRead(timeout: Duration) -> Bool {
    let deadline = Deadline(after: timeout)
    // With many bytes, the program may just be reading a part of them, and more may follow: it may have been interrupted before
    // the system hands over the rest. So look for 40 ms.
    var emptyLooks = 0
    while hasClient, !deadline.hasPassed {
      emptyLooks = unreadCount == 0 ? emptyLooks + 1 : 0
      if emptyLooks == 8 { return true }
      poll(nil, 0, 5)
    }
    return false
  }

  /// The number of bytes that the program has not read yet; nil when the system does not report it.
  /// When there are more than 4 KB, the system counts only a part.
  public var unreadCount: Int32? {
    let other = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard other >= 0 else { return nil }
    defer { closeFile(other) }
    var count: Int32 = 0
    guard ioctl(other, UInt(FIONREAD), &count) == 0 else { return nil }
    if count > 0 { return count }
    // Linux hands bytes over to the terminal's other end with a delay. Polling for them makes it
    // hand them over.
    var arriving = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    guard poll(&arriving, 1, 0) > 0, ioctl(other, UInt(FIONREAD), &count) == 0 else { return 0 }
    return max(count, 1)
  }
}
