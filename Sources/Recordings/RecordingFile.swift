import Foundation

/// Whole files as bytes, with errors that name the file and the system's reason.
enum RecordingFile {
  /// The bytes of the file, device or pipe at `path`.
  static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    let nextStep = "check the path and that you may read it"
    guard let file = fopen(path, "rb") else {
      throw failure(path, expected: "a readable file", nextStep: nextStep)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    let chunkSize = 1 << 20
    while true {
      let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = fread(buffer.baseAddress, 1, chunkSize, file)
      }
      bytes += chunk
      if ferror(file) != 0 {
        throw failure(path, expected: "a readable file", nextStep: nextStep)
      }
      if chunk.count < chunkSize { return bytes }
    }
  }

  /// Replaces the file at `path` by `bytes`.
  static func write(_ bytes: [UInt8], to path: String) throws(RecordingError) {
    let nextStep =
      "check that the folder exists, that you may write there and that the disk has room"
    guard let file = fopen(path, "wb") else {
      throw failure(path, expected: "a writable file", nextStep: nextStep, isAboutWriting: true)
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw failure(path, expected: "a writable file", nextStep: nextStep, isAboutWriting: true)
    }
  }

  /// The error for a call that has just set `errno`.
  private static func failure(
    _ path: String, expected: String, nextStep: String, isAboutWriting: Bool = false
  ) -> RecordingError {
    let reason = String(cString: strerror(errno))
    return RecordingError(
      file: path, found: "\"\(reason)\"", expected: expected, nextStep: nextStep,
      isAboutWriting: isAboutWriting)
  }
}
