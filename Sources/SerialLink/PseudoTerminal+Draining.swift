import CSerialPort
import Glibc

extension PseudoTerminal {
  /// Waits until the program has read all that was written: closing discards the rest.
  ///
  /// The system tells how much lies ready for the program, but not what is still on its way there;
  /// so nothing may lie ready for a fifth of a second, which a busy machine needs at times.
  ///
  /// - Parameter timeout: how long to wait for the program, at most.
  /// - Returns: false when bytes were left: in time nobody read them, or no program is there.
  @discardableResult
  public func waitUntilRead(timeout: Duration) -> Bool {
    let deadline = Deadline(after: timeout)
    var settled = Deadline(after: .milliseconds(200))
    while hasClient, !deadline.hasPassed {
      if unreadCount != 0 { settled = Deadline(after: .milliseconds(200)) }
      if settled.hasPassed { return true }
      poll(nil, 0, 5)
    }
    return false
  }

  /// The bytes that lie ready for the program; nil when the system does not tell. What was written a moment ago may be
  /// on its way there still.
  public var unreadCount: Int32? {
    let other = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard other >= 0 else { return nil }
    defer { _ = Glibc.close(other) }
    var count: Int32 = 0
    return ioctl(other, UInt(FIONREAD), &count) == 0 ? count : nil
  }
}
