import Foundation

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

  /// The same for a file without samples, such as a model or a list of words, of up to 64 MB.
  public static func readSmall(_ path: String) throws(RecordingError) -> [UInt8] {
    let bytes = try rest(of: FileChunks(path), atMost: smallSize)
    guard bytes.count < smallSize else {
      throw RecordingError(
        file: path, found: "is larger than 64 MB", expected: "", nextStep: "name another file")
    }
    return bytes
  }

  private static let smallSize = 1 << 26

  /// All bytes of `file` that were not read yet, or so many and a few more.
  static func rest(of file: FileChunks, atMost size: Int = .max) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < size {
      let chunk = try file.next()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// The files that reading the recording at `path` reads: those of its folder for a folder and for a file of a telephone's
  /// log, otherwise the file alone.
  public static func files(of path: String) -> [String] {
    let isLog =
      isRegular(path)
      && (try? TelephoneTable.isTelephone(Array(FileChunks(path).next()), path: path)) == true
    guard isFolder(path) || isLog else { return [path] }
    let folder = isLog ? URL(fileURLWithPath: path).deletingLastPathComponent().path : path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [path] + names.map { "\(folder)/\($0)" }.filter { isRegular($0) }
  }

  /// True if there is a regular file at `path`, or a link to one.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// True if there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
