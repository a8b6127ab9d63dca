import Foundation
import QuillonSystem
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

  /// Two recorders of one file: the second is refused, whether the first extends the file or has made it.
  @Test func aFileThatIsBeingWrittenIsNotExtended() throws {
    let folder = try Folder()
    try folder.make("a", "one\n")
    let (old, new) = try (
      OutputFile(folder("a"), policy: .extends), OutputFile(folder("b"), policy: .extends)
    )
    let first = try GrowingFile(old, keeping: 4)
    #expect(throws: OutputError(folder("a"), .isInUse)) { try GrowingFile(old, keeping: 4) }
    try first.append("two\n".utf8)
    let made = try GrowingFile(new)
    try made.append("one\n".utf8)
    #expect(throws: OutputError(folder("b"), .isInUse)) {
      try GrowingFile(OutputFile(folder("b"), policy: .extends), keeping: 4)
    }
    #expect(try folder.text("a") == "one\ntwo\n")
    withExtendedLifetime((first, made)) {}
  }

  /// Two recorders replace one file, which is there or comes meanwhile: the second is refused.
  @Test func aFileThatIsBeingWrittenIsNotReplaced() throws {
    let folder = try Folder()
    try folder.make("a", "old")
    let first = try GrowingFile(OutputFile(folder("a")))
    #expect(throws: OutputError(folder("a"), .isInUse)) {
      try GrowingFile(OutputFile(folder("a")))
    }
    try first.append("one\n".utf8)
    try first.finish()
    #expect(throws: OutputError(folder("a"), .isInUse)) {
      try OutputFile(folder("a")).write("two\n".utf8)
    }
    let second = try GrowingFile(OutputFile(folder("b")))
    let late = try GrowingFile(OutputFile(folder("b")))
    try second.append("one\n".utf8)
    #expect(throws: OutputError(folder("b"), .isInUse)) { try late.append("two\n".utf8) }
    #expect(try folder.text("a") == "one\n" && folder.text("b") == "one\n")
    #expect(try folder.names == ["a", "b"])
    withExtendedLifetime((first, second, late)) {}
  }

  /// Somebody moves the file while it grows: its path does not lead to what was written.
  @Test func aFileThatIsGoneAtTheEndIsReported() throws {
    let folder = try Folder()
    let file = try GrowingFile(OutputFile(folder("a"), policy: .keeps))
    try file.append("one".utf8)
    try FileManager.default.moveItem(atPath: folder("a"), toPath: folder("b"))
    #expect(throws: OutputError(folder("a"), .hasChanged)) { try file.finish() }
    #expect(try folder.text("b") == "one")
  }

  /// Other programs write by the same open file: its flags stay, and yet nothing is waited for.
  @Test func flagsThatOthersShareStay() throws {
    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    let file = try GrowingFile(OutputFile("/dev/fd/\(number)"))
    #expect(throws: OutputError("/dev/fd/\(number)", .system(ETIMEDOUT))) {
      try file.append([UInt8](repeating: 0x30, count: 1 << 20))
    }
    #expect(fcntl(number, F_GETFL) & O_NONBLOCK == 0)
  }

  /// A program without the lock changes the file meanwhile: nothing is written into its middle.
  @Test func aFileThatAnotherProgramChangesIsLeft() throws {
    let folder = try Folder()
    try folder.make("a", "one\n")
    let file = try GrowingFile(OutputFile(folder("a"), policy: .extends), keeping: 4)
    try file.append("two\n".utf8)
    try folder.make("a", "one\ntwo\nthree\n")
    #expect(throws: OutputError(folder("a"), .hasChanged)) { try file.append("four\n".utf8) }
    #expect(try folder.text("a") == "one\ntwo\nthree\n")
  }

  /// A reader that has stopped ends the recording, not the program's thread.
  @Test func aPipeThatTakesNothingIsToldSoon() throws {
    let folder = try Folder()
    try #require(mkfifo(folder("pipe"), 0o600) == 0)
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let file = try GrowingFile(OutputFile(folder("pipe")))
    let start = ContinuousClock.now
    #expect(throws: OutputError(folder("pipe"), .system(ETIMEDOUT))) {
      try file.append([UInt8](repeating: 0x30, count: 1 << 20))
    }
    #expect(.now - start < .seconds(30))
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
