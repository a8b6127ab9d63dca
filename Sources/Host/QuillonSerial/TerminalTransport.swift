import Glibc

/// A terminal opened through POSIX alone: the way to a pseudo-terminal, which libserialport
/// refuses.
///
/// Bytes pass unchanged ("raw"); speed and modem lines are left alone.
public final class TerminalTransport: ByteTransport {
  /// The device file, as it was opened.
  public let path: String
  private let descriptor: WaitableDescriptor

  /// Opens `path` for this program alone.
  ///
  /// - Throws: ``LinkError`` that says which of missing, in use, not permitted, not a terminal or
  ///   refused by the system it is.
  public init(path: String) throws(LinkError) {
    let number = try openExclusively(path)
    descriptor = try WaitableDescriptor(number) { _ = Glibc.close(number) }
    self.path = path
    guard makeRaw(number) else {
      throw .failure(operation: "set \(path) to raw bytes", errno: errno)
    }
  }

  /// Waits for bytes; see ``ByteTransport/read(into:timeout:)``.
  public func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    descriptor.read(into: buffer, timeout: timeout)
  }

  /// Hands over all of `bytes`; see ``ByteTransport/write(_:timeout:)``.
  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    descriptor.write(bytes, timeout: timeout)
  }

  /// Gives the port back; see ``ByteTransport/close()``.
  public func close() { descriptor.close() }
}

/// Switches a terminal to raw bytes: no echo, no line editing, no translation, no signals.
func makeRaw(_ descriptor: Int32) -> Bool {
  var settings = termios()
  guard tcgetattr(descriptor, &settings) == 0 else { return false }
  cfmakeraw(&settings)
  return tcsetattr(descriptor, TCSANOW, &settings) == 0
}
