#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The next line that a person types, without its line end; nil at the end of the input, after an
/// error, and when the caller cancels.
///
/// - Parameters:
///   - descriptor: the file to read from, by default standard input. No byte after the line is
///     consumed.
///   - isCancelled: asked at least every 20 ms whether to stop waiting.
public func readAnswer(
  from descriptor: Int32 = STDIN_FILENO, isCancelled: () -> Bool
) -> String? {
  var line: [UInt8] = []
  while !isCancelled() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 20) > 0 else { continue }
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count < 0, errno == EINTR || errno == EAGAIN { continue }
    guard count == 1 else { return nil }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
  return nil
}
