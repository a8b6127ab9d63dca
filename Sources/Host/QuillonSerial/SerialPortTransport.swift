import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A serial port opened through libserialport: 8 data bits, no parity, 1 stop bit, no flow control.
///
/// libserialport does not notice when a device is unplugged, and then spins in its waiting
/// functions. So this class waits on the descriptor itself, and uses libserialport only to move the
/// bytes.
public final class SerialPortTransport: ByteTransport {
  /// The device file, as it was opened.
  public let path: String
  private let port: PortHandle
  private let descriptor: WaitableDescriptor

  /// Opens `path` for this program alone.
  ///
  /// - Parameters:
  ///   - path: the device file itself; libserialport does not follow symbolic links.
  ///   - baud: the speed, bits/s, at least 1; which speeds are possible depends on the port.
  ///   - dtr: what to do with the modem lines, which reset some boards.
  /// - Throws: ``LinkError`` when the port is missing, in use, not permitted or not a serial port,
  ///   when it does not support the speed, or when the system reports an error.
  public init(path: String, baud: Int, dtr: DataTerminalReady) throws(LinkError) {
    guard let speed = Int32(exactly: baud), speed > 0 else {
      throw .argument(operation: "set \(baud) baud on \(path)")
    }
    let port = try PortHandle(path: path)
    descriptor = try WaitableDescriptor(port.descriptor) { port.close() }
    self.path = path
    self.port = port
    try port.configure(baud: speed, dtr: dtr)
  }

  /// Waits for bytes; see ``ByteTransport/read(into:timeout:)``.
  public func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    if buffer.isEmpty { return .bytes(0) }
    return descriptor.read(timeout: timeout) { port.read(into: buffer) }
  }

  /// Hands over all of `bytes`; see ``ByteTransport/write(_:timeout:)``.
  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    if bytes.isEmpty { return .written }
    return descriptor.write(bytes.count, timeout: timeout) { accepted in
      port.write(UnsafeRawBufferPointer(rebasing: bytes[accepted...]))
    }
  }

  /// Which of the lines CTS and DSR are raised; see ``ByteTransport/statusLines``.
  public var statusLines: StatusLines? {
    guard descriptor.enter() else { return nil }
    defer { descriptor.leave() }
    return port.statusLines
  }

  /// Closes the port; see ``ByteTransport/close()``.
  public func close() { descriptor.close() }
}
