#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads whole files as bytes. Errors name the file and the system's reason.
public enum RecordingFile {
  /// The bytes of the file, device or pipe at `path`.
  public static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { throw unreadable(path) }
    defer { close(number) }
    return try read(number, name: path)
  }

  /// True if there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The bytes of standard input.
  public static func readStandardInput() throws(RecordingError) -> [UInt8] {
    try read(STDIN_FILENO, name: "standard input")
  }

  private static func read(_ number: Int32, name: String) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(number, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw unreadable(name)
      }
    }
  }

  /// The error for a call that has just set `errno`.
  private static func unreadable(_ name: String) -> RecordingError {
    let isMissing = errno == ENOENT
    return RecordingError(
      file: name, found: "\"\(String(cString: strerror(errno)))\"", expected: "a readable file",
      nextStep: isMissing ? RecordingError.noSuchFile : "check the path and that you may read it")
  }
}
