#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal opened through POSIX alone. It is used for pseudo-terminals, which libserialport
/// refuses to open.
///
/// Bytes pass unchanged ("raw"). Speed and modem lines are not touched.
public final class TerminalTransport: ByteTransport {
  /// The device file, as it was opened.
  public let path: String
  private let descriptor: WaitableDescriptor

  /// Opens `path` for this program alone.
  ///
  /// - Throws: ``LinkError`` when the terminal is missing, in use or not permitted, when it is not
  ///   a terminal, or when the system reports an error.
  public init(path: String) throws(LinkError) {
    let number = try openExclusively(path)
    descriptor = try WaitableDescriptor(number) { closeFile(number) }
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

  /// Closes the terminal; see ``ByteTransport/close()``.
  public func close() { descriptor.close() }
}

/// Switches a terminal to raw bytes: no echo, no line editing, no translation, no signals. Returns
/// false if the system refuses.
func makeRaw(_ descriptor: Int32) -> Bool {
  var settings = termios()
  guard tcgetattr(descriptor, &settings) == 0 else { return false }
  cfmakeraw(&settings)
  return tcsetattr(descriptor, TCSANOW, &settings) == 0
}
