import Foundation

/// A folder for files of a moment, which nobody else may read. It is removed together with this object.
public final class PrivateFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes the folder.
  ///
  /// - Throws: the system's error when it cannot be made.
  public init() throws {
    // mkdtemp(3) replaces the six letters at the end, and gives the folder its permissions from the beginning.
    let template = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-XXXXXX").path
    var path = Array(template.utf8CString)
    guard mkdtemp(&path) != nil else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    url = URL(
      fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    )
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
