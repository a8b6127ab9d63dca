#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file, device or pipe that is read from its beginning to its end, chunk by chunk.
public final class FileChunks {
  /// The number of bytes that were read so far.
  public private(set) var count = 0
  /// The size of the file, bytes. Nil for what has no size, such as a pipe.
  public let size: Int?
  private let number: Int32
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// Opens what is at `path`, or standard input if that is nil.
  public init(_ path: String?) throws(RecordingError) {
    number = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) } ?? dup(STDIN_FILENO)
    name = path ?? "standard input"
    guard number >= 0 else { throw RecordingError(unreadable: name, errno) }
    var status = stat()
    let isFile = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { close(number) }

  /// The next bytes, as soon as there are some. Empty at the end.
  public func next() throws(RecordingError) -> ArraySlice<UInt8> {
    while true {
      let count = read(number, &buffer, buffer.count)
      if count >= 0 {
        self.count += count
        return buffer[..<count]
      }
      guard errno == EINTR else { throw RecordingError(unreadable: name, errno) }
    }
  }
}
