import Foundation
import QuillonSystem
import Testing

@Suite struct DescriptorTests {
  /// A pipe that nobody reads is waited for as long as that is wanted.
  @Test func aFullPipeIsWaitedForAsLongAsWanted() throws {
    let pipe = Pipe()
    let descriptor = Descriptor(pipe.fileHandleForWriting.fileDescriptor, isOwned: false)
    var count = 0
    #expect(throws: SystemError(ETIMEDOUT)) {
      try descriptor.write([UInt8](repeating: 0x30, count: 1 << 20)) {
        count += 1
        return count < 3
      }
    }
    #expect(count == 3)
  }

  @Test func whatIsReadSlowlyIsWrittenAsAWhole() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let number = pipe.fileHandleForWriting.fileDescriptor
    Thread {
      try? Descriptor(number, isOwned: false).write(bytes, while: { true })
    }.start()
    var read = Data()
    while read.count < bytes.count {
      Thread.sleep(forTimeInterval: 0.001)
      read += pipe.fileHandleForReading.availableData
    }
    #expect(Array(read) == bytes)
  }
}
