#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of waiting for a port.
public enum PortWait: Equatable, Sendable {
  /// The device file exists. It can be opened.
  case present
  /// It did not appear in time.
  case timedOut
  /// The caller cancelled.
  case cancelled
}

/// Waits until the device file at `path` exists. It looks after 10, 20 and 40 ms, and then every 40
/// ms.
///
/// A port that has just been plugged in must not be opened before its permissions are set. So a
/// port that this user may not open counts as present only one second after it appeared.
///
/// - Parameters:
///   - path: a device file or a link to one, which need not exist yet.
///   - timeout: how long to wait; nil waits without a limit.
///   - isCancelled: asked before every look, so at least every 40 ms.
public func waitForPort(
  _ path: String, timeout: Duration? = nil, isCancelled: () -> Bool = { false }
) -> PortWait {
  let deadline = timeout.map(Deadline.init(after:))
  var settled: Deadline?
  var pause: Int32 = 10
  while !isCancelled() {
    if access(path, R_OK | W_OK) == 0 || settled?.hasPassed == true { return .present }
    if access(path, F_OK) != 0 {
      settled = nil
    } else if settled == nil {
      settled = Deadline(after: .seconds(1))
    }
    if deadline?.hasPassed == true { return .timedOut }
    poll(nil, 0, deadline?.milliseconds(atMost: pause) ?? pause)
    pause = min(2 * pause, 40)
  }
  return .cancelled
}
