import Foundation

/// A folder for the files of one test, gone when the test is.
final class Folder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-files-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// What is in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }

  /// Makes a file with a text.
  func make(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }
}
