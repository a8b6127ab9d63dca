/// A decoder for a format whose messages can be told one at a time: the scaffolding of all formats.
///
/// It holds the bytes from the first one that may begin a message. While the format cannot tell,
/// it waits; a message is given out, and of a false candidate only the first byte is passed over
/// (bytes after it that cannot begin a message go with it), so that no message is lost that stands
/// whole in the stream.
///
/// Work per byte: one byte stored and one comparison; per message the format's work, once. Every
/// byte begins at most one candidate, so garbage costs at most the length of a message per byte.
@frozen
public struct FramedDecoder<Format: FrameFormat>: SensorDecoder {
  @usableFromInline var window = ByteWindow()
  @usableFromInline var format: Format
  /// How many bytes the window must hold before the next judgment.
  @usableFromInline var needed = 1
  /// The length of the message given out last, whose bytes are still in the window.
  @usableFromInline var givenLength = 0
  /// What became of each byte so far; set it to count anew.
  public var tally = ByteTally()

  /// A decoder at the beginning of a stream.
  @inlinable
  public init(_ format: Format) { self.format = format }

  @inlinable
  public var messageLength: Int { givenLength }

  @inlinable
  public mutating func push(_ byte: UInt8) {
    releaseMessage()
    // The format never waits for more than the window holds; if a caller never asks for messages,
    // the oldest byte goes.
    if window.count == ByteWindow.capacity { tally.reject(1, for: .length) }
    window.append(byte)
  }

  @inlinable
  public mutating func next() -> SensorReading? {
    releaseMessage()
    while window.count >= needed {
      guard format.canBegin(with: window[0]) else {
        passOver(1, for: .noise)
        continue
      }
      if let reading = settle(format.judge(&window)) { return reading }
    }
    return nil
  }

  @inlinable
  public mutating func nextAtEnd() -> SensorReading? {
    if let reading = next() { return reading }
    while window.count > 0 {
      let waiting = window.count
      if let reading = settle(format.judgeAtEnd(&window)) { return reading }
      if window.count == waiting { return nil }
      if let reading = next() { return reading }
    }
    return nil
  }

  @inlinable
  public mutating func messageByte(at index: Int) -> UInt8 {
    index >= 0 && index < givenLength ? window[index] : 0
  }

  /// Does what the judgment says; gives a message out.
  @inlinable
  mutating func settle(_ judgment: Judgment) -> SensorReading? {
    switch judgment {
    case .incomplete(let bytes):
      needed = bytes
    case .message(let reading, let length):
      givenLength = length
      tally.accept(length)
      needed = 1
      return reading
    case .nothing(let length):
      tally.accept(length)
      window.drop(length, isMessage: true)
      needed = 1
    case .rejected(let reason, let length):
      passOver(length, for: reason)
    }
    return nil
  }

  /// Passes over `length` bytes, and those after them that cannot begin a message.
  @inlinable
  mutating func passOver(_ length: Int, for reason: Rejection) {
    var end = length
    while end < window.count, !format.canBegin(with: window[end]) { end &+= 1 }
    tally.reject(end, for: reason)
    window.drop(end, isMessage: false)
    needed = 1
  }

  /// Lets go of the message given out last.
  @inlinable @inline(__always)
  mutating func releaseMessage() {
    guard givenLength > 0 else { return }
    window.drop(givenLength, isMessage: true)
    givenLength = 0
  }
}
