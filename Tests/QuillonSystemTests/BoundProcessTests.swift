import Foundation
import QuillonSystem
import Testing

@Suite struct BoundProcessTests {
  /// A program that waits sleeps, one that computes does not, and of one that has ended nobody knows.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")),
    .timeLimit(.minutes(1)))
  func whoSleepsIsAsleep() throws {
    let sleeper = try Self.shell("exec sleep 60")
    while sleeper.isAsleep != true { Thread.sleep(forTimeInterval: 0.001) }
    let worker = try Self.shell("while :; do :; done")
    while worker.isAsleep != false { Thread.sleep(forTimeInterval: 0.001) }
    for _ in 0..<50 {
      Thread.sleep(forTimeInterval: 0.001)
      #expect(sleeper.isAsleep == true)
      #expect(worker.isAsleep == false)
    }
    worker.end()
    #expect(worker.isAsleep == nil)
  }

  @Test func itGetsItsOutputsAndItsEnvironment() throws {
    let (output, errors) = (Pipe(), Pipe())
    let process = try BoundProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "echo \"$GREETING\"; echo no >&2"],
      environment: ["GREETING": "hello"],
      outputs: (
        output.fileHandleForWriting.fileDescriptor, errors.fileHandleForWriting.fileDescriptor
      ))
    for (pipe, text) in [(output, "hello\n"), (errors, "no\n")] {
      try pipe.fileHandleForWriting.close()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      #expect(String(decoding: data, as: UTF8.self) == text)
    }
    process.end()
  }

  private static func shell(_ command: String) throws -> BoundProcess {
    try BoundProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", command])
  }
}
