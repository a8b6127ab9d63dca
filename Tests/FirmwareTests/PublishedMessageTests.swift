import QuillonBridge
import QuillonConversions
import QuillonEmulator
import QuillonSerialFormats
import QuillonVerification
import TestSupport
import Testing

/// Messages that makers and test suites have published, decoded on a Cortex-M4.
@Suite(.enabled(if: PublishedMessage.arePresent, "\(SharedData.absence)"))
struct PublishedMessageTests {
  /// Of each, the board finds the messages that it should and no more; each has the fields it should, and decodes
  /// as on the host, to the last bit. What is to be rejected is.
  @Test(arguments: [Machine.mps2, .stm32f405])
  func theBoardReadsThemAsTheHostDoes(_ machine: Machine) throws {
    try Project.firmware()
    let published = try PublishedMessage.all().filter { SerialFormat(named: $0.protocol) != nil }
    try #require(published.count > 50)
    let streams = try published.map { message in
      StreamReplayReader.Stream(
        format: try #require(SerialFormat(named: message.protocol)), bytes: message.bytes,
        isTold: true)
    }
    let lines = try StreamReplayReader.decode(streams, on: machine).dropFirst()
    try #require(lines.count == published.count)
    for (message, (stream, line)) in zip(published, zip(streams, lines)) {
      try compare(message, stream, line)
    }
    #expect(published.contains { ($0.rejects ?? 0) > 0 && $0.frames?.isEmpty == true })
  }

  private func compare(
    _ published: PublishedMessage, _ stream: StreamReplayReader.Stream, _ line: [UInt32]
  ) throws {
    let held = HeldStream(stream.bytes)
    let host = StreamReplay(
      held, format: stream.format, length: UInt32(stream.bytes.count), depth: .told)
    #expect(line.count > 6)
    #expect(line[2...4] == [host.messages, host.rejected, host.digest.value], "\(published.id)")
    #expect(line.dropFirst(7) == held.told[...], "\(published.id)")

    let format = try #require(BoardFormat.named(published.protocol))
    let messages = bytes(told: line.dropFirst(7)).map(format.rawFields)
    let frames = published.frames ?? []
    #expect(messages.count == frames.count, "\(published.id)")
    for (message, frame) in zip(messages, frames) {
      for (name, expected) in frame {
        #expect(expected.agrees(with: message[name]), "\(published.id): \(name)")
      }
    }
    if let rejects = published.rejects, rejects > 0 { #expect(line[3] > 0, "\(published.id)") }
  }

  /// The bytes of each message that the board has reported: length, digest, bytes.
  private func bytes(told words: ArraySlice<UInt32>) -> [[UInt8]] {
    var rest = words
    var messages: [[UInt8]] = []
    while let length = rest.first, rest.count >= Int(length) + 2 {
      rest = rest.dropFirst(2)
      messages.append(rest.prefix(Int(length)).map { UInt8($0) })
      rest = rest.dropFirst(Int(length))
    }
    return messages
  }
}
