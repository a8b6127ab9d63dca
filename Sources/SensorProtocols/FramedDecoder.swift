/// A decoder for a format whose messages can be told one at a time: the scaffolding of all formats.
///
/// It holds the bytes from the first one that may begin a message. While the format cannot tell,
/// it waits; a message is given out, and of a false candidate only the first byte is passed over
/// (bytes after it that cannot begin a message go with it), so that no message is lost that stands
/// whole in the stream.
///
/// Work per byte: one byte stored and one or two comparisons; per message the format's work, once. Every
/// byte begins at most one candidate, so garbage costs at most the length of a message per byte.
@frozen
public struct FramedDecoder<Format: FrameFormat>: SensorDecoder {
  @usableFromInline var window = ByteWindow()
  @usableFromInline var format: Format
  /// How many bytes the window must hold before there is anything to do.
  @usableFromInline var needed: Int
  /// What the message judged last says.
  @usableFromInline var reading = SensorReading()
  /// The length of the message given out last, whose bytes are still in the window.
  @usableFromInline var givenLength = 0
  /// What became of each byte so far; set it to count anew.
  public var tally = ByteTally()

  /// A decoder at the beginning of a stream.
  @inlinable
  public init(_ format: Format) {
    self.format = format
    needed = format.minimumLength
  }

  @inlinable
  public var messageLength: Int { givenLength }

  @inlinable @inline(__always)
  public mutating func push(_ byte: UInt8) {
    if window.count == ByteWindow.capacity { makeRoom() }
    // The first end since the judgment that waits for one: none before it needs to be searched for.
    if needed > window.count &+ 1, format.canEnd(with: byte) {
      window.searched = window.count
      needed = window.count &+ 1
    }
    window.append(byte)
  }

  @inlinable @inline(__always)
  public mutating func next() -> SensorReading? {
    window.count >= needed && advance() ? reading : nil
  }

  @inlinable
  public mutating func nextAtEnd() -> SensorReading? {
    if let reading = next() { return reading }
    releaseMessage()
    while window.count > 0 {
      guard format.canBegin(with: window[0]) else {
        passOver(1, for: .noise)
        continue
      }
      let waiting = window.count
      if settle(format.judgeAtEnd(&window, into: &reading)) { return reading }
      if window.count == waiting { return nil }
      if let reading = next() { return reading }
    }
    return nil
  }

  /// Judges what the window holds, up to a message; false when more bytes must come first.
  @inlinable @inline(never)
  mutating func advance() -> Bool {
    releaseMessage()
    while window.count >= needed {
      guard format.canBegin(with: window[0]) else {
        passOver(1, for: .noise)
        continue
      }
      if settle(format.judge(&window, into: &reading)) { return true }
    }
    return false
  }

  /// Lets the oldest bytes of a full window go. The format never waits for more than it holds: it is full when
  /// nobody asks for messages.
  @inlinable @inline(never)
  mutating func makeRoom() {
    releaseMessage()
    if window.count == ByteWindow.capacity { passOver(1, for: .length) }
  }

  @inlinable
  public mutating func messageByte(at index: Int) -> UInt8 {
    index >= 0 && index < givenLength ? window[index] : 0
  }

  /// Does what the judgment says; true for a message.
  @inlinable
  mutating func settle(_ judgment: Judgment) -> Bool {
    switch judgment {
    case .incomplete(let bytes):
      needed = bytes
    case .message(let length):
      givenLength = length
      tally.accept(length)
      // Its bytes stay until then.
      needed = length &+ format.minimumLength
      return true
    case .nothing(let length):
      tally.accept(length)
      window.drop(length, isMessage: true)
      needed = format.minimumLength
    case .rejected(let reason, let length):
      passOver(length, for: reason)
    }
    return false
  }

  /// Passes over `length` bytes, and those after them that cannot begin a message.
  @inlinable
  mutating func passOver(_ length: Int, for reason: Rejection) {
    var end = length
    while end < window.count, !format.canBegin(with: window[end]) { end &+= 1 }
    tally.reject(end, for: reason)
    window.drop(end, isMessage: false)
    needed = format.minimumLength
  }

  /// Lets go of the message given out last.
  @inlinable @inline(__always)
  mutating func releaseMessage() {
    guard givenLength > 0 else { return }
    window.drop(givenLength, isMessage: true)
    givenLength = 0
    needed = format.minimumLength
  }
}
