import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A descriptor that becomes readable, and stays so, when it is rung: an event descriptor on Linux,
/// otherwise a pipe.
struct Bell: Sendable {
  /// The descriptor to wait for.
  let number: Int32

  #if os(Linux)
    /// Makes a bell. Nil with `errno` set if the system has no descriptor left.
    init?() {
      number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      if number < 0 { return nil }
    }

    /// Makes the descriptor readable.
    func ring() { eventfd_write(number, 1) }

    /// Releases the descriptor.
    func close() { closeFile(number) }
  #else
    private let writer: Int32

    /// Makes a bell. Nil with `errno` set if the system has no descriptor left.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (number, writer) = (ends[0], ends[1])
    }

    /// Makes the descriptor readable.
    func ring() {
      var byte: UInt8 = 1
      _ = writeFile(writer, &byte, 1)
    }

    /// Releases both ends.
    func close() {
      closeFile(number)
      closeFile(writer)
    }
  #endif
}
