import Foundation
import Testing

/// `make uninstall` removes what `make install` has put there, and nothing else.
@Suite struct UninstallTests {
  @Test func foldersOfOthersStay() throws {
    let files = FileManager.default
    let prefix = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? files.removeItem(at: prefix) }
    func add(_ folder: String) throws {
      try files.createDirectory(
        at: prefix.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for folder in ["games", "mine/empty", "share/man/man1", "lib/quillon/images/pico"] {
      try add(folder)
    }
    let page = prefix.appendingPathComponent("share/man/man1/quillon.1")
    #expect(files.createFile(atPath: page.path, contents: nil))
    try Project.make("uninstall", "PREFIX=\(prefix.path)")
    let left = try files.subpathsOfDirectory(atPath: prefix.path).sorted()
    #expect(left == ["games", "mine", "mine/empty"])
  }
}
