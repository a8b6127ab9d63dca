/// Recognizes the messages of one format: the part of a decoder that depends on the format.
/// `FramedDecoder` is the common part.
public protocol FrameFormat: Sendable {
  /// The message that begins a sample, if a sample consists of several messages.
  static var lead: SampleAssembler.Lead { get }

  /// The sample period of a board that sends no time, µs.
  static var period: UInt32 { get }

  /// The length of the shortest message. No candidate is decoded before it has this many bytes.
  var minimumLength: Int { get }

  /// As `minimumLength`, for a candidate whose first byte has not come yet. It is greater in
  /// formats where a byte that `canEnd` a message determines when to decode.
  var firstLength: Int { get }

  /// True if a message can begin with this byte.
  func canBegin(with byte: UInt8) -> Bool

  /// True for a byte that can end a message, in formats where every message ends with such a byte,
  /// and where such a byte means nothing directly after another one. While the decoder waits for
  /// such a byte, the format is not asked.
  func canEnd(with byte: UInt8) -> Bool

  /// Decodes the candidate that begins at the window's first byte, which `canBegin` accepts. For a
  /// message it sets `reading` to its content. Otherwise `reading` is unspecified.
  mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult

  /// The same when no more bytes will follow.
  mutating func decodeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult
}

extension FrameFormat {
  /// The default: the acceleration.
  @inlinable @inline(__always)
  public static var lead: SampleAssembler.Lead { .acceleration }

  /// The default: 100 samples a second.
  @inlinable @inline(__always)
  public static var period: UInt32 { 10_000 }

  /// The default: the shortest message may be a single byte.
  @inlinable @inline(__always)
  public var minimumLength: Int { 1 }

  /// The default: no single byte ends a message.
  @inlinable @inline(__always)
  public var firstLength: Int { minimumLength }

  /// The default: most formats know from a length when a message is complete.
  @inlinable @inline(__always)
  public func canEnd(with byte: UInt8) -> Bool { false }

  /// The default: most formats need no following message to be sure, so what is incomplete stays
  /// incomplete.
  @inlinable
  public mutating func decodeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult { decode(&window, into: &reading) }
}

/// The result of decoding a candidate for a message.
@frozen
public enum DecodeResult: Sendable {
  /// Undecided until the window holds this many bytes, which must be more than now, or until a byte
  /// comes that `canEnd` a message.
  case incomplete(needs: Int)
  /// A message of this length.
  case message(length: Int)
  /// This many bytes are valid but have no content, such as an empty line.
  case nothing(length: Int)
  /// This many bytes are skipped, at least 1. A format whose messages have a distinctive beginning
  /// skips 1, so that a real message inside a false one is found.
  case rejected(DecodeError, length: Int)
}
