import Glibc
import QuillonSerial

/// Waits for a port and opens it, however often that takes: a board that is being plugged in is
/// there before it can be used, and another program may have it.
///
/// - Parameters:
///   - path: a device file or a link to one, which need not exist yet.
///   - isCancelled: asked at least every 40 ms.
///   - isBusy: called each time that another program has the port.
///   - open: opens the port at `path`; nil when the caller lost interest.
/// - Returns: what `open` gives; nil when the caller lost interest.
/// - Throws: what `open` throws when waiting does not help: no permission, not a serial port.
public func openWhenPresent<Port>(
  path: String, isCancelled: () -> Bool, isBusy: () -> Void = {}, open: () throws -> Port?
) throws -> Port? {
  while waitForPort(path, isCancelled: isCancelled) == .present {
    do {
      return try open()
    } catch LinkError.noSuchPort, LinkError.failure {
      poll(nil, 0, 40)
    } catch LinkError.busy {
      isBusy()
      poll(nil, 0, 40)
    }
  }
  return nil
}
