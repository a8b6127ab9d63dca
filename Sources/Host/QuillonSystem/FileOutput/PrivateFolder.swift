import Foundation

/// A folder for files of a moment, which nobody else may read. It is removed together with this object.
public final class PrivateFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes the folder.
  ///
  /// - Throws: `OutputError` with the folder in which it cannot be made.
  public init() throws(OutputError) {
    let place = FileManager.default.temporaryDirectory
    // mkdtemp(3) replaces the six letters at the end, and gives the folder its permissions from the beginning.
    var path = Array(place.appendingPathComponent("quillon-XXXXXX").path.utf8CString)
    guard mkdtemp(&path) != nil else {
      let number = errno
      throw OutputError(place.path, .system(number))
    }
    url = URL(
      fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    )
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
