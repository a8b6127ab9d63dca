import Glibc

extension OutputLane where Item == String {
  /// Lines for a descriptor, such as standard output: a terminal that is held with Ctrl-S, or a pipe that nobody
  /// reads, holds up nothing but itself.
  ///
  /// - Parameters:
  ///   - descriptor: where the lines go; it stays open as long as the lane delivers.
  ///   - capacity: how many lines wait at most.
  public static func lines(to descriptor: Int32, capacity: Int = 1_000) -> OutputLane<String> {
    OutputLane(capacity: capacity) { line in
      let bytes = Array((line + "\n").utf8)
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
        }
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}
