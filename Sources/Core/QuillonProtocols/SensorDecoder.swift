/// Finds the messages of one board's format in a stream of bytes.
///
/// Any bytes may come in: none of them traps, allocates or makes the state grow. Give it a byte,
/// then ask for messages until there is none; a byte can complete more than one, when a false
/// beginning has held true messages back.
///
///     decoder.push(byte)
///     while let reading = decoder.next() { … }
public protocol SensorDecoder: Sendable {
  /// Takes one byte.
  mutating func push(_ byte: UInt8)

  /// What the next complete message says, nil when no more is complete.
  mutating func next() -> SensorReading?

  /// As `next()`, when no byte will follow: also what was only waiting to be confirmed by its
  /// successor.
  mutating func nextAtEnd() -> SensorReading?

  /// The length of the message that was given last, bytes. It can be read until the next call of
  /// `push` or `next`.
  var messageLength: Int { get }

  /// A byte of the message that was given last; 0 beyond its end.
  mutating func messageByte(at index: Int) -> UInt8

  /// What became of each byte so far.
  var tally: DecodeCounters { get }
}
