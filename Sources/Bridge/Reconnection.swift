import Glibc
import SerialLink

/// Waits for a port and opens it, however often that takes: a board that is being plugged in is
/// there before it can be used.
///
/// - Parameters:
///   - path: a device file or a link to one, which need not exist yet.
///   - isCancelled: asked at least every 200 ms.
///   - open: opens the port at `path`; nil when the caller lost interest.
/// - Returns: what `open` gives; nil when the caller lost interest.
/// - Throws: what `open` throws when waiting does not help: no permission, in use, not a serial port.
public func openWhenPresent<Port>(
  path: String, isCancelled: () -> Bool, open: () throws -> Port?
) throws -> Port? {
  while waitForPort(path, isCancelled: isCancelled) == .present {
    do {
      return try open()
    } catch LinkError.noSuchPort, LinkError.failure {
      poll(nil, 0, 200)
    }
  }
  return nil
}
