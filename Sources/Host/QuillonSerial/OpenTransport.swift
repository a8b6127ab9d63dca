#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens the serial port or pseudo-terminal at `path`. Symbolic links are followed.
///
/// - Parameters:
///   - path: a device file, for example `/dev/ttyACM0`, or a link to one, for example in
///     `/dev/serial/by-id`.
///   - baud: the speed, bits/s, at least 1; a pseudo-terminal has none and ignores it.
///   - dtr: what to do with the modem lines; a pseudo-terminal has none and ignores it.
/// - Throws: ``LinkError``, whose description gives the next step.
public func openTransport(
  path: String, baud: Int, dtr: DataTerminalReady
) throws(LinkError) -> any ByteTransport {
  guard let resolved = realpath(path, nil) else { throw LinkError(opening: path, errno: errno) }
  defer { free(resolved) }
  let device = String(cString: resolved)
  return device.hasPrefix("/dev/pts/")
    ? try TerminalTransport(path: device)
    : try SerialPortTransport(path: device, baud: baud, dtr: dtr)
}
