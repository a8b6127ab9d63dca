/// What tells the lines of one text format from others.
public protocol LineContent: Sendable {
  /// True when each line begins with a mark of its own, so that a line can be found inside of what
  /// looks like a line; false when only the end of the line before tells where one begins.
  var hasMark: Bool { get }
  /// True when a carriage return ends a line too, so that damage to one of CR LF joins no two lines.
  var endsAtReturn: Bool { get }

  /// Whether a line can begin with this byte.
  func canBegin(with byte: UInt8) -> Bool

  /// Judges the line that is the first `length` bytes of the window, its end not counted; at least 1. Of a
  /// message, nil, and sets `reading` to all that it says; else why it is none.
  mutating func judge(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError?
}

/// Messages that are lines: finds their ends. What is in them is the content's matter.
@frozen
public struct LineFormat<Content: LineContent>: FrameFormat {
  /// The greatest length of a line, its end not counted.
  @inlinable @inline(__always)
  public static var maximumLength: Int { 256 }

  @usableFromInline var content: Content
  /// True while the rest of a line without a mark that is too long is passed over.
  @usableFromInline var isTooLong = false

  /// Lines of that content.
  @inlinable
  public init(_ content: Content) { self.content = content }

  @inlinable @inline(__always)
  public var firstLength: Int { Self.maximumLength &+ 1 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { isEnd(byte) || content.canBegin(with: byte) }

  @inlinable @inline(__always)
  public func canEnd(with byte: UInt8) -> Bool { isEnd(byte) }

  @inlinable
  public mutating func judge(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> Judgment {
    while window.searched < window.count {
      if isEnd(window[window.searched]) {
        return judge(&window, length: window.searched, into: &reading)
      }
      window.searched &+= 1
    }
    guard window.count > Self.maximumLength else {
      return .incomplete(needs: Self.maximumLength &+ 1)
    }
    guard !content.hasMark else { return .rejected(.length, length: 1) }
    isTooLong = true
    return .rejected(.length, length: window.count)
  }

  /// Judges the line of that length, which is whole.
  @inlinable
  mutating func judge(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> Judgment {
    if isTooLong {
      isTooLong = false
      return .rejected(.length, length: length &+ 1)
    }
    guard length > 0 else { return .nothing(length: 1) }
    guard let reason = content.judge(&window, length: length, into: &reading) else {
      return .message(length: length &+ 1)
    }
    return .rejected(reason, length: content.hasMark ? 1 : length &+ 1)
  }

  /// Of nearly every byte the first comparison says that it is none.
  @inlinable @inline(__always)
  func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x0D && (byte == 0x0A || byte == 0x0D && content.endsAtReturn)
  }
}
