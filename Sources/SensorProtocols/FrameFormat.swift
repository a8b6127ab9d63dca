/// What tells the messages of one format from other bytes: the part of a decoder that differs from
/// format to format. `FramedDecoder` is the part that they share.
public protocol FrameFormat: Sendable {
  /// Whether a message can begin with this byte.
  func canBegin(with byte: UInt8) -> Bool

  /// Judges the candidate that begins at the window's first byte, which `canBegin`.
  mutating func judge(_ window: inout ByteWindow) -> Judgment

  /// The same when no byte will follow.
  mutating func judgeAtEnd(_ window: inout ByteWindow) -> Judgment
}

extension FrameFormat {
  /// Most formats need no successor to be sure: what is incomplete stays so.
  @inlinable
  public mutating func judgeAtEnd(_ window: inout ByteWindow) -> Judgment { judge(&window) }
}

/// What a candidate for a message amounts to.
@frozen
public enum Judgment: Sendable {
  /// Not to be told before the window holds so many bytes, which must be more than now.
  case incomplete(needs: Int)
  /// A message of this length.
  case message(SensorReading, length: Int)
  /// So many bytes that are right and say nothing, such as an empty line.
  case nothing(length: Int)
  /// So many bytes are passed over, at least 1. A format whose messages have a beginning of
  /// their own passes over 1, so that a true message inside of a false one is found.
  case rejected(Rejection, length: Int)
}
