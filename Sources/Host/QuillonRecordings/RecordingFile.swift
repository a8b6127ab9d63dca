#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads whole files as bytes. Errors name the file and the system's reason.
public enum RecordingFile {
  /// The bytes of the file, device or pipe at `path`.
  public static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    try rest(of: FileChunks(path))
  }

  /// All bytes of `file` that were not read yet.
  static func rest(of file: FileChunks) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try file.next()
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  /// True if there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
