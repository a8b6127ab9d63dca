import Glibc
import SerialLink

/// Waits for a port and opens it, however often that takes: a board that is being plugged in is
/// there before it can be used.
///
/// - Parameters:
///   - path: a device file or a link to one, which need not exist yet.
///   - baud: the speed, bits/s; see `openTransport`.
///   - dtr: what to do with the modem lines; see `openTransport`.
///   - isCancelled: asked at least every 200 ms.
/// - Returns: the open port; nil when the caller lost interest.
/// - Throws: ``LinkError`` when waiting does not help: no permission, in use, not a serial port.
public func openWhenPresent(
  path: String, baud: Int, dtr: DataTerminalReady, isCancelled: () -> Bool
) throws(LinkError) -> (any ByteTransport)? {
  while waitForPort(path, isCancelled: isCancelled) == .present {
    do throws(LinkError) {
      return try openTransport(path: path, baud: baud, dtr: dtr)
    } catch .noSuchPort, .failure {
      poll(nil, 0, 200)
    }
  }
  return nil
}
