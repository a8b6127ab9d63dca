import QuillonSerial

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for a port and opens it. It tries again while opening fails: a board that was just plugged
/// in cannot be used at once, and another program may have it open.
///
/// - Parameters:
///   - path: A device file or a link to one. It need not exist yet.
///   - isCancelled: Called at least every 40 ms. True ends the wait.
///   - isBusy: Called each time that another program has the port open.
///   - open: Opens the port at `path`. Nil if the caller canceled.
/// - Returns: The result of `open`. Nil if the caller canceled.
/// - Throws: The error of `open` if waiting does not help: no permission, or not a serial port.
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
