import Foundation
import QuillonFileOutput
import Testing

@Suite struct GrowingFileTests {
  @Test func thereIsNoFileBeforeTheFirstPiece() throws {
    let folder = try Folder()
    let file = try GrowingFile(OutputFile(folder("a"), policy: .keeps))
    #expect(try folder.names.isEmpty)
    try file.append("one".utf8)
    #expect(try folder.text("a") == "one")
    try file.append("two".utf8)
    #expect(try folder.text("a") == "onetwo")
    #expect(try folder.names == ["a"])
  }

  @Test func whatIsReplacedStaysWholeUntilTheFirstPiece() throws {
    let folder = try Folder()
    try folder.make("a", "a whole recording")
    let file = try GrowingFile(OutputFile(folder("a")))
    #expect(try folder.text("a") == "a whole recording")
    try file.append("new".utf8)
    #expect(["a whole recording", "new"].contains(try folder.text("a")))
    try file.finish()
    #expect(try folder.text("a") == "new")
    #expect(try folder.names == ["a"])
    #expect(try file.overwrite(UInt8(ascii: "N"), at: 0))
    #expect(try folder.text("a") == "New")
  }

  @Test func whatIsExtendedIsKept() throws {
    let folder = try Folder()
    try folder.make("a", "one\ntw")
    let file = try GrowingFile(OutputFile(folder("a"), policy: .extends), keeping: 4)
    #expect(try folder.text("a") == "one\ntw")
    try file.append("three\n".utf8)
    #expect(try file.overwrite(UInt8(ascii: "T"), at: file.length - 6))
    #expect(try folder.text("a") == "one\nThree\n")
    let fresh = try GrowingFile(OutputFile(folder("b"), policy: .extends))
    try fresh.append("x".utf8)
    #expect(try folder.text("b") == "x")
  }

  /// A shell's `>>`: what is written anew would stand at the end.
  @Test func whatIsOpenForAppendingIsNotWrittenAnew() throws {
    let folder = try Folder()
    let number = open(folder("a"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(number) }
    let file = try GrowingFile(OutputFile("/dev/fd/\(number)"))
    try file.append("one".utf8)
    #expect(try !file.overwrite(UInt8(ascii: "O"), at: 0))
    #expect(try folder.text("a") == "one")
  }
}
