#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension WaitableDescriptor {
  /// Reads with the system's `read`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration, hangUp: HangUp = .ends
  ) -> ReadOutcome {
    if buffer.isEmpty { return .bytes(0) }
    return read(timeout: timeout, hangUp: hangUp) {
      Attempt(systemCall: readFile(number, buffer.baseAddress, buffer.count))
    }
  }

  /// Writes with the system's `write`.
  func write(
    _ bytes: UnsafeRawBufferPointer, timeout: Duration, hangUp: HangUp = .ends
  ) -> WriteOutcome {
    if bytes.isEmpty { return .written }
    return write(bytes.count, timeout: timeout, hangUp: hangUp) { accepted in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[accepted...])
      return Attempt(systemCall: writeFile(number, rest.baseAddress, rest.count))
    }
  }
}
