import Foundation
import QuillonSystem
import Testing

@Suite struct OutputFileTests {
  @Test func aNewFileHasTheUsualRightsAndNoSiblingStays() throws {
    let folder = try Folder()
    try OutputFile(folder("a"), policy: .keeps).write("new".utf8)
    #expect(try folder.names == ["a"])
    #expect(try folder.text("a") == "new")
    let mask = umask(0)
    umask(mask)
    #expect(try rights(folder("a")) == 0o666 & ~Int(mask))
  }

  @Test func aFileThatIsThereIsKeptUnlessItIsToBeReplaced() throws {
    let folder = try Folder()
    try folder.make("a", "old")
    #expect(throws: OutputError(folder("a"), .isThere)) {
      try OutputFile(folder("a"), policy: .keeps)
    }
    try OutputFile(folder("a")).write("new".utf8)
    #expect(try folder.text("a") == "new")
    #expect(try folder.names == ["a"])
  }

  /// Two programs may begin when there is no file yet.
  @Test func aFileThatCameMeanwhileIsKept() throws {
    let folder = try Folder()
    let file = try OutputFile(folder("a"), policy: .keeps)
    try folder.make("a", "of another")
    #expect(throws: OutputError(folder("a"), .isThere)) { try file.write("new".utf8) }
    #expect(try folder.text("a") == "of another")
    #expect(try folder.names == ["a"])
  }

  @Test(arguments: [0o600, 0o640, 0o755]) func theRightsOfAReplacedFileStay(mode: Int) throws {
    let folder = try Folder()
    try folder.make("a", "old")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("a"))
    try OutputFile(folder("a")).write("new".utf8)
    #expect(try rights(folder("a")) == mode)
  }

  @Test func linksLeadToTheFileThatIsReplaced() throws {
    let folder = try Folder()
    try folder.make("a", "old")
    for (link, target) in [("b", "a"), ("c", folder("b")), ("d", "not yet")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder(link), withDestinationPath: target)
    }
    try OutputFile(folder("c")).write("new".utf8)
    #expect(try folder.text("a") == "new")
    try OutputFile(folder("d"), policy: .keeps).write("first".utf8)
    #expect(try folder.text("not yet") == "first")
    #expect(try folder.names == ["a", "b", "c", "d", "not yet"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("c")) == folder("b"))
  }

  @Test func linksInACircleAndFoldersAreNoFiles() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(atPath: folder("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: folder("b"), withDestinationPath: "a")
    for (path, number) in [
      (folder("a"), ELOOP), (folder.path, EISDIR), (folder.path + "/", EISDIR), ("", EISDIR),
      (folder("no/a"), ENOENT),
    ] {
      #expect(throws: OutputError(path, .system(number)), "\(path)") { try OutputFile(path) }
    }
  }

  @Test func devicesAndPipesAreWrittenToAsTheyAre() throws {
    let folder = try Folder()
    try OutputFile("/dev/null", policy: .keeps).write("gone".utf8)
    #expect(throws: OutputError("/dev/full", .system(ENOSPC))) {
      try OutputFile("/dev/full").write("gone".utf8)
    }
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    try OutputFile(path, policy: .keeps).write("through".utf8)
    #expect(pipe.fileHandleForReading.availableData == Data("through".utf8))
    // A file that is open goes on where it is, and keeps its name.
    try folder.make("log", "")
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("log")))
    try log.write(contentsOf: Data("one ".utf8))
    try OutputFile("/proc/self/fd/\(log.fileDescriptor)").write("two ".utf8)
    try log.write(contentsOf: Data("three".utf8))
    #expect(try folder.text("log") == "one two three")
  }

  @Test func anInputIsNoOutputByWhateverName() throws {
    let folder = try Folder()
    try folder.make("a", "old")
    try FileManager.default.createSymbolicLink(atPath: folder("soft"), withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: folder("a"), toPath: folder("hard"))
    for name in ["a", "soft", "hard", "./a"] {
      for policy in [OutputFile.Policy.keeps, .replaces, .extends] {
        var outputs = OutputList(policy: policy, inputs: ["none", folder("a")])
        #expect(throws: OutputError(folder(name), .isInput(folder("a")))) {
          try outputs.file(folder(name))
        }
      }
    }
    var outputs = OutputList(policy: .replaces, inputs: ["/dev/null", "/dev/tty"])
    #expect(throws: Never.self) { try outputs.file("/dev/null") }
  }

  @Test func twoOutputsAreTwoFiles() throws {
    let folder = try Folder()
    try folder.make("old", "")
    try FileManager.default.linkItem(atPath: folder("old"), toPath: folder("hard"))
    var outputs = OutputList(policy: .replaces, inputs: [])
    _ = try outputs.file(folder("a"))
    _ = try outputs.file(folder("old"))
    #expect(throws: OutputError(folder("./a"), .isOutput(folder("a")))) {
      try outputs.file(folder("./a"))
    }
    #expect(throws: OutputError(folder("hard"), .isOutput(folder("old")))) {
      try outputs.file(folder("hard"))
    }
    _ = try outputs.file("/dev/null")
    _ = try outputs.file("/dev/null")
  }

  private func rights(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
