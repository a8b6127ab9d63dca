/// What tells the messages of one format from other bytes: the part of a decoder that differs from
/// format to format. `FramedDecoder` is the part that they share.
public protocol FrameFormat: Sendable {
  /// The length of the shortest message: before so many bytes no candidate is judged.
  var minimumLength: Int { get }

  /// As `minimumLength`, of a candidate all of whose bytes are still to come: greater where a byte that `canEnd`
  /// a message will say when to judge.
  var firstLength: Int { get }

  /// Whether a message can begin with this byte.
  func canBegin(with byte: UInt8) -> Bool

  /// True for a byte with which alone messages end, and which says nothing right behind one. While a judgment
  /// waits for it the format is not asked.
  func canEnd(with byte: UInt8) -> Bool

  /// Judges the candidate that begins at the window's first byte, which `canBegin`; of a message, sets
  /// `reading` to all that it says, and of anything else, to whatever it likes.
  mutating func judge(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> Judgment

  /// The same when no byte will follow.
  mutating func judgeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> Judgment
}

extension FrameFormat {
  /// Where the shortest message may be a single byte.
  @inlinable @inline(__always)
  public var minimumLength: Int { 1 }

  /// Where no byte alone ends a message.
  @inlinable @inline(__always)
  public var firstLength: Int { minimumLength }

  /// Most formats tell by a length when a message is whole.
  @inlinable @inline(__always)
  public func canEnd(with byte: UInt8) -> Bool { false }

  /// Most formats need no successor to be sure: what is incomplete stays so.
  @inlinable
  public mutating func judgeAtEnd(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> Judgment { judge(&window, into: &reading) }
}

/// What a candidate for a message amounts to.
@frozen
public enum Judgment: Sendable {
  /// Not to be told before the window holds so many bytes, which must be more than now, or one that `canEnd`
  /// a message came.
  case incomplete(needs: Int)
  /// A message of this length.
  case message(length: Int)
  /// So many bytes that are right and say nothing, such as an empty line.
  case nothing(length: Int)
  /// So many bytes are passed over, at least 1. A format whose messages have a beginning of
  /// their own passes over 1, so that a true message inside of a false one is found.
  case rejected(DecodeError, length: Int)
}
