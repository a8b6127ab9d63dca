import Foundation
import QuillonSystem
import Synchronization
import Testing

@Suite struct FileLockTests {
  @Test func oneProgramHasTheLock() throws {
    let folder = try Folder()
    do {
      let locks = try (FileLock(folder: folder.path), FileLock(beside: OutputFile(folder("a"))))
      #expect(throws: OutputError(folder.path, .isInUse)) { try FileLock(folder: folder.path) }
      #expect(throws: OutputError(folder("a"), .isInUse)) {
        try FileLock(beside: OutputFile(folder("a")))
      }
      // Another file of the folder is another lock.
      _ = try FileLock(beside: OutputFile(folder("b")))
      // Nor is the file itself locked: whoever has the lock replaces it.
      try OutputFile(folder("a")).write("new".utf8)
      withExtendedLifetime(locks) {}
    }
    #expect(try folder.names == ["a"])
    _ = try FileLock(folder: folder.path)
    _ = try FileLock(beside: OutputFile(folder("a")))
    _ = try FileLock(beside: OutputFile("/dev/null"))
    #expect(throws: OutputError(folder("no"), .system(ENOENT))) {
      try FileLock(folder: folder("no"))
    }
  }

  /// Many count in one file: none is lost.
  @Test func whoeverWaitsGetsTheLock() throws {
    let folder = try Folder()
    try folder.make("count", "0")
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        for _ in 0..<20 {
          let file = try OutputFile(folder("count"))
          let lock = try FileLock(beside: file, waits: true)
          let count = try #require(Int(folder.text("count")))
          try file.write("\(count + 1)".utf8)
          withExtendedLifetime(lock) {}
        }
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock(\.self) == 0)
    #expect(try folder.text("count") == "160" && folder.names == ["count"])
  }

  @Test func aPrivateFolderIsForNobodyElse() throws {
    var folder: PrivateFolder? = try PrivateFolder()
    let path = try #require(folder?.url.path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
