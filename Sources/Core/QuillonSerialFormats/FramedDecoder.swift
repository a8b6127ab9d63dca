/// A decoder for formats whose messages can be recognized one at a time. It is the common part of
/// all formats.
///
/// It keeps the bytes from the first one that may begin a message. While the format can't decide,
/// it waits. Of a false candidate, only the first byte is skipped, together with following bytes
/// that can't begin a message. So no complete message in the stream is lost.
///
/// The work per byte is one byte stored and one or two comparisons. The work per message is the
/// format's work, once. Every byte begins at most one candidate, so garbage costs at most the
/// length of a message per byte.
@frozen
public struct FramedDecoder<Format: FrameFormat>: SensorDecoder {
  @usableFromInline var window = ByteWindow()
  @usableFromInline var format: Format
  /// How many bytes the window must hold before there is work to do, at most its capacity.
  @usableFromInline var needed: Int
  /// The content of the last message. Valid until the next call of `push`, `next` or `advance`.
  public var reading: SensorReading { decoded }
  @usableFromInline var decoded = SensorReading()
  /// The length of the message returned last. Its bytes are still in the window.
  @usableFromInline var givenLength = 0
  /// The decode counters so far. Set it to restart counting.
  public var counters = DecodeCounters()

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
    // Stored first, so that values loaded into registers after this need not be loaded again.
    window.prepare(byte)
    if needed > window.count &+ 1 {
      // The first end byte since the decoder began to wait for one. No earlier byte needs to be
      // searched.
      if format.canEnd(with: byte) {
        guard givenLength == 0 || givenLength < window.count else { return counters.accept(1) }
        window.searched = window.count
        needed = window.count &+ 1
      }
    } else if window.count == ByteWindow.capacity {
      makeRoom()
    }
    window.append()
  }

  @inlinable @inline(__always)
  public mutating func next() -> SensorReading? { advance() ? decoded : nil }

  /// Continues to the next complete message, whose content is then in `reading`; false if no
  /// message is complete. Like `next()`, but nothing is copied.
  @inlinable @inline(__always)
  public mutating func advance() -> Bool { window.count >= needed && decode() }

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
      if apply(format.decodeAtEnd(&window, into: &decoded)) { return decoded }
      if window.count == waiting { return nil }
      if let reading = next() { return reading }
    }
    return nil
  }

  /// Decodes the content of the window up to a message; false if more bytes are needed.
  @inlinable @inline(never)
  mutating func decode() -> Bool {
    releaseMessage()
    while window.count >= needed {
      guard format.canBegin(with: window[0]) else {
        passOver(1, for: .noise)
        continue
      }
      if apply(format.decode(&window, into: &decoded)) { return true }
    }
    return false
  }

  /// Drops the oldest bytes of a full window. The format never waits for more bytes than fit, so
  /// the window is full only if the caller does not ask for messages.
  @inlinable @inline(never)
  mutating func makeRoom() {
    releaseMessage()
    if window.count == ByteWindow.capacity { passOver(1, for: .length) }
  }

  @inlinable
  public mutating func messageByte(at index: Int) -> UInt8 {
    index >= 0 && index < givenLength ? window[index] : 0
  }

  /// Applies a result; true for a message.
  @inlinable
  mutating func apply(_ result: DecodeResult) -> Bool {
    switch result {
    case .incomplete(let bytes):
      needed = bytes
    case .message(let length):
      givenLength = length
      counters.accept(length)
      // The bytes of the message stay in the window until then.
      needed = length &+ (window.count > length ? format.minimumLength : format.firstLength)
      if needed > ByteWindow.capacity { needed = ByteWindow.capacity }
      return true
    case .nothing(let length):
      counters.accept(length)
      drop(length, isMessage: true)
    case .rejected(let reason, let length):
      passOver(length, for: reason)
    }
    return false
  }

  /// Skips `length` bytes, and the bytes after them that can't begin a message.
  @inlinable
  mutating func passOver(_ length: Int, for reason: DecodeError) {
    var end = length
    while end < window.count, !format.canBegin(with: window[end]) { end &+= 1 }
    counters.reject(end, for: reason)
    drop(end, isMessage: false)
  }

  /// Removes the message returned last.
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
