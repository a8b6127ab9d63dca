import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pair of connected terminals. This object is the board's end; a program opens ``path`` as its
/// serial port.
///
/// A program may open it, close it and open it again. Without a program, reads time out. Written
/// bytes then wait in the system's buffer, which holds several kilobytes, for the next program;
/// when it is full, writes time out. A board that does not want a program to get old bytes checks
/// ``hasClient`` first. To the program, closing this object looks like unplugging the board. Here,
/// `.ended` only means that this object was closed.
public final class PseudoTerminal: ByteTransport {
  /// The device file of the program's end, for example `/dev/pts/3`. It does not outlive this
  /// object.
  public let path: String
  private let descriptor: WaitableDescriptor

  /// Makes a pair that passes raw bytes from the start.
  ///
  /// - Throws: ``LinkError/failure(operation:errno:)`` when the system has no pair left or reports
  ///   another error.
  public init() throws(LinkError) {
    let operation = "make a pseudo-terminal"
    let number = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw .failure(operation: operation, errno: errno) }
    descriptor = try WaitableDescriptor(number) { closeFile(number) }
    guard grantpt(number) == 0, unlockpt(number) == 0, makeRaw(number) else {
      throw .failure(operation: operation, errno: errno)
    }
    var name = [CChar](repeating: 0, count: 128)
    let code = ptsname_r(number, &name, name.count)
    guard code == 0 else { throw .failure(operation: operation, errno: code) }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
    // The system reports that no program is there only after a first one has opened and closed it.
    let firstClient = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard firstClient >= 0 else { throw LinkError(opening: path, errno: errno) }
    closeFile(firstClient)
  }

  /// True while a program has the other end open.
  public var hasClient: Bool {
    guard descriptor.enter() else { return false }
    defer { descriptor.leave() }
    switch descriptor.wait(for: POLLPRI, until: Deadline(after: .zero)) {
    case .timedOut, .ready(hungUp: false): return true
    case .closing, .ready(hungUp: true): return false
    }
  }

  /// Waits for bytes; see ``ByteTransport/read(into:timeout:)``.
  public func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    descriptor.read(into: buffer, timeout: timeout, hangUp: .pauses)
  }

  /// Hands over all of `bytes`; see ``ByteTransport/write(_:timeout:)``.
  public func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    descriptor.write(bytes, timeout: timeout, hangUp: .pauses)
  }

  /// Closes the pair, which looks like unplugging to the program; see ``ByteTransport/close()``.
  public func close() { descriptor.close() }
}
