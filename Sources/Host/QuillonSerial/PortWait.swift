import Glibc

/// How waiting for a port came out.
public enum PortWait: Equatable, Sendable {
  /// The device file is there: open it.
  case present
  /// It did not come in time.
  case timedOut
  /// The caller lost interest.
  case cancelled
}

/// Sleeps until the device file at `path` is there, looking after 10, 20, 40, … and then every
/// 40 ms.
///
/// A port that has just been plugged in may not be opened before its permissions are set; so one
/// that this user may not open counts as there only a second after it came.
///
/// - Parameters:
///   - path: a device file or a link to one, which need not exist yet.
///   - timeout: how long to wait; nil for ever.
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
