import Foundation

/// The folder of recordings beside the project, which a checkout may or may not have.
public enum SharedData {
  /// The message of a skipped test.
  public static let absence: String =
    "no recordings beside the project: set QUILLON_RECORDINGS to their folder to run this test"

  /// The folder: the environment's `QUILLON_RECORDINGS`, else `../shared/data` beside the project.
  public static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["QUILLON_RECORDINGS"]
    let folder =
      environment.map { URL(fileURLWithPath: $0) }
      ?? projectRoot.deletingLastPathComponent().appendingPathComponent("shared/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// True when the folder is there.
  public static var isPresent: Bool { folder != nil }

  /// The project's top folder.
  public static let projectRoot: URL = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
