/// Finds the messages of one board's format in a stream of bytes.
///
/// It accepts any bytes: none of them traps, allocates or makes the state grow. Push a byte, then
/// ask for messages until there are no more. One byte can complete several messages, if a false
/// beginning has held back real messages.
///
///     decoder.push(byte)
///     while let reading = decoder.next() { … }
public protocol SensorDecoder: Sendable {
  /// Decodes one byte.
  mutating func push(_ byte: UInt8)

  /// The content of the next complete message; nil if there is none.
  mutating func next() -> SensorReading?

  /// Like `next()`, when no more bytes will follow. It also returns messages that were only waiting
  /// for the next message as confirmation.
  mutating func nextAtEnd() -> SensorReading?

  /// The length of the message returned last, bytes. Valid until the next call of `push` or `next`.
  var messageLength: Int { get }

  /// A byte of the message returned last; 0 beyond its end.
  mutating func messageByte(at index: Int) -> UInt8

  /// The decode counters so far.
  var counters: DecodeCounters { get }
}
