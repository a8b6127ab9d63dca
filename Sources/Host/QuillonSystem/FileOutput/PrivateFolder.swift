import Foundation

/// A folder for files of a moment, which nobody else may read. It is removed together with this object.
public final class PrivateFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes the folder.
  ///
  /// - Throws: the system's error when it cannot be made.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
