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
  /// How many bytes the window must hold before there is anything to do, at most as many as it can.
  @usableFromInline var needed: Int
  /// What the message says that was found last. It can be read until the next call of `push`, `next` or
  /// `advance`.
  public var reading: SensorReading { judged }
  @usableFromInline var judged = SensorReading()
  /// The length of the message given out last, whose bytes are still in the window.
  @usableFromInline var givenLength = 0
  /// What became of each byte so far; set it to count anew.
  public var tally = DecodeCounters()

  /// A decoder at the beginning of a stream.
  @inlinable
  public init(_ format: Format) {
    self.format = format
    needed = format.firstLength
  }

  @inlinable
  public var messageLength: Int { givenLength }

  @inlinable @inline(__always)
  public mutating func push(_ byte: UInt8) {
    // Stored first: what is known in registers after that needs not be loaded again.
    window.prepare(byte)
    if needed > window.count &+ 1 {
      // The first end since the judgment that waits for one: none before it needs to be searched for.
      if format.canEnd(with: byte) {
        guard givenLength == 0 || givenLength < window.count else { return tally.accept(1) }
        window.searched = window.count
        needed = window.count &+ 1
      }
    } else if window.count == ByteWindow.capacity {
      makeRoom()
    }
    window.append()
  }

  @inlinable @inline(__always)
  public mutating func next() -> SensorReading? { advance() ? judged : nil }

  /// Goes on to the next complete message, which `reading` then tells of; false when no more is complete. As `next()`,
  /// but nothing is copied.
  @inlinable @inline(__always)
  public mutating func advance() -> Bool { window.count >= needed && judge() }

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
      if settle(format.judgeAtEnd(&window, into: &judged)) { return judged }
      if window.count == waiting { return nil }
      if let reading = next() { return reading }
    }
    return nil
  }

  /// Judges what the window holds, up to a message; false when more bytes must come first.
  @inlinable @inline(never)
  mutating func judge() -> Bool {
    releaseMessage()
    while window.count >= needed {
      guard format.canBegin(with: window[0]) else {
        passOver(1, for: .noise)
        continue
      }
      if settle(format.judge(&window, into: &judged)) { return true }
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
      needed = length &+ (window.count > length ? format.minimumLength : format.firstLength)
      if needed > ByteWindow.capacity { needed = ByteWindow.capacity }
      return true
    case .nothing(let length):
      tally.accept(length)
      drop(length, isMessage: true)
    case .rejected(let reason, let length):
      passOver(length, for: reason)
    }
    return false
  }

  /// Passes over `length` bytes, and those after them that cannot begin a message.
  @inlinable
  mutating func passOver(_ length: Int, for reason: DecodeError) {
    var end = length
    while end < window.count, !format.canBegin(with: window[end]) { end &+= 1 }
    tally.reject(end, for: reason)
    drop(end, isMessage: false)
  }

  /// Lets go of the message given out last.
  @inlinable @inline(__always)
  mutating func releaseMessage() {
    guard givenLength > 0 else { return }
    drop(givenLength, isMessage: true)
    givenLength = 0
  }

  @inlinable @inline(__always)
  mutating func drop(_ length: Int, isMessage: Bool) {
    window.drop(length, isMessage: isMessage)
    needed = window.count > 0 ? format.minimumLength : format.firstLength
  }
}
