import QuillonNumerics
import QuillonSerialFormats

/// Decodes a stream of bytes, the same way on every machine, and keeps what can be compared.
public struct StreamReplay: Equatable, Sendable {
  /// How many messages there were.
  public var messages: UInt32 = 0
  /// How many bytes were passed over.
  public var rejected: UInt32 = 0
  /// Of all their results.
  public var digest = StateDigest()

  /// What is done with the messages.
  public enum Depth: Sendable {
    /// They are counted, and what waits at the end is left: what is measured.
    case counted
    /// They are digested too, which costs as much as some decoders.
    case digested
    /// Each of them is reported as well.
    case told
  }

  @usableFromInline var depth: Depth

  /// Decodes the `length` bytes of `stream`.
  @inlinable
  public init<Stream: ReplayedStream>(
    _ stream: Stream, format: SerialFormat, length: UInt32, depth: Depth = .digested
  ) {
    self.depth = depth
    var replaying = Replaying(replay: self, stream: stream, length: length)
    format.visit(&replaying)
    self = replaying.replay
  }

  @usableFromInline
  struct Replaying<Stream: ReplayedStream>: SerialFormatVisitor {
    @usableFromInline var replay: StreamReplay
    @usableFromInline let stream: Stream
    @usableFromInline let length: UInt32

    @inlinable
    init(replay: StreamReplay, stream: Stream, length: UInt32) {
      (self.replay, self.stream, self.length) = (replay, stream, length)
    }

    @inlinable
    mutating func visit<Format: FrameFormat>(_ format: Format) {
      replay.decode(format, length, stream)
    }
  }

  @inlinable @inline(never)
  mutating func decode<Format: FrameFormat, Stream: ReplayedStream>(
    _ format: Format, _ length: UInt32, _ stream: Stream
  ) {
    var decoder = FramedDecoder(format)
    guard depth != .counted else { return count(&decoder, length, stream) }
    var index: UInt32 = 0
    while index < length {
      decoder.push(stream.byte(at: index))
      index &+= 1
      while decoder.advance() { take(decoder.reading, of: &decoder, stream) }
    }
    while let reading = decoder.nextAtEnd() { take(reading, of: &decoder, stream) }
    rejected = decoder.counters.rejected
  }

  /// Decoding alone, in a loop of its own.
  @inlinable @inline(never)
  mutating func count<Format: FrameFormat, Stream: ReplayedStream>(
    _ decoder: inout FramedDecoder<Format>, _ length: UInt32, _ stream: Stream
  ) {
    var index: UInt32 = 0
    while index < length {
      decoder.push(stream.byte(at: index))
      index &+= 1
      while decoder.advance() { messages &+= 1 }
    }
    rejected = decoder.counters.rejected
  }

  @inlinable @inline(never)
  mutating func take<Format: FrameFormat, Stream: ReplayedStream>(
    _ reading: SensorReading, of decoder: inout FramedDecoder<Format>, _ stream: Stream
  ) {
    messages &+= 1
    digest.add(reading)
    guard depth == .told else { return }
    var own = StateDigest()
    own.add(reading)
    stream.tell(UInt32(truncatingIfNeeded: decoder.messageLength))
    stream.tell(own.value)
    var index = 0
    while index < decoder.messageLength {
      stream.tell(UInt32(truncatingIfNeeded: decoder.messageByte(at: index)))
      index &+= 1
    }
  }
}

/// Where the bytes come from, and what is reported of the messages in them.
public protocol ReplayedStream {
  /// The byte at `index`.
  func byte(at index: UInt32) -> UInt8

  /// Receives of each message, if messages are reported, its length, a digest of its reading and its bytes, a word each.
  func tell(_ word: UInt32)
}

extension ReplayedStream {
  /// Nobody listens.
  @inlinable
  public func tell(_ word: UInt32) {}
}
