import Foundation

/// A folder for the files of one test, gone when the test is.
final class Workspace {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// A model that reads every stroke as an A, with a score of 2 and a margin of 1.
  func modelOfA() throws -> String {
    let rows = [2, 1].map { bias in [Int](repeating: 0, count: 27) + [bias] }
    let file = path("model.json")
    try JSONSerialization.data(withJSONObject: ["labels": ["A", "B"], "weights": rows])
      .write(to: URL(fileURLWithPath: file))
    return file
  }

  /// A link to `port` under a name that stays the same, as udev makes it; replaces an old one.
  func link(to port: String) throws -> String {
    let name = path("board")
    try? FileManager.default.removeItem(atPath: name)
    try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: port)
    return name
  }

  /// Removes the link, before its port goes: another test's board may get the port's name.
  func unlink() throws { try FileManager.default.removeItem(atPath: path("board")) }
}
