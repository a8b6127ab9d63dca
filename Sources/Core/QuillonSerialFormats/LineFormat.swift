/// Recognizes the lines of one text format.
public protocol LineContent: Sendable {
  /// As `FrameFormat.lead`.
  static var lead: SampleAssembler.Lead { get }
  /// As `FrameFormat.period`.
  static var period: UInt32 { get }
  /// True if each line begins with a distinctive mark, so that a line can be found inside another
  /// one. False if only the end of the line before marks where a line begins.
  var hasMark: Bool { get }
  /// True if a carriage return also ends a line. Then damage to one of CR LF does not join two
  /// lines.
  var endsAtReturn: Bool { get }

  /// True if a line can begin with this byte.
  func canBegin(with byte: UInt8) -> Bool

  /// Decodes the line in the first `length` bytes of the window, without its end; `length` is at
  /// least 1. For a message it returns nil and sets `reading` to its content. Otherwise it returns
  /// the reason.
  mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError?
}

extension LineContent {
  /// The default: the acceleration.
  @inlinable @inline(__always)
  public static var lead: SampleAssembler.Lead { .acceleration }

  /// The default: 100 samples a second.
  @inlinable @inline(__always)
  public static var period: UInt32 { 10_000 }
}

/// A format whose messages are lines. It finds the ends of the lines; `Content` decodes them.
@frozen
public struct LineFormat<Content: LineContent>: FrameFormat {
  /// The greatest length of a line, without its end.
  @inlinable @inline(__always)
  public static var maximumLength: Int { 256 }

  @usableFromInline var content: Content
  /// True while the rest of a too long line without a mark is skipped.
  @usableFromInline var isTooLong = false

  /// A format for lines with that content.
  @inlinable
  public init(_ content: Content) { self.content = content }

  @inlinable @inline(__always)
  public static var lead: SampleAssembler.Lead { Content.lead }

  @inlinable @inline(__always)
  public static var period: UInt32 { Content.period }

  @inlinable @inline(__always)
  public var firstLength: Int { Self.maximumLength &+ 1 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { isEnd(byte) || content.canBegin(with: byte) }

  @inlinable @inline(__always)
  public func canEnd(with byte: UInt8) -> Bool { isEnd(byte) }

  @inlinable
  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    while window.searched < window.count {
      if isEnd(window[window.searched]) {
        return decode(&window, length: window.searched, into: &reading)
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

  /// Decodes the complete line of that length.
  @inlinable
  mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeResult {
    if isTooLong {
      isTooLong = false
      return .rejected(.length, length: length &+ 1)
    }
    guard length > 0 else { return .nothing(length: 1) }
    guard let reason = content.decode(&window, length: length, into: &reading) else {
      return .message(length: length &+ 1)
    }
    return .rejected(reason, length: content.hasMark ? 1 : length &+ 1)
  }

  /// For nearly every byte the first comparison is enough.
  @inlinable @inline(__always)
  func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x0D && (byte == 0x0A || byte == 0x0D && content.endsAtReturn)
  }
}
