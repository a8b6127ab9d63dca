/// Why bytes were skipped.
@frozen
public enum DecodeError: UInt8, CaseIterable, Sendable {
  /// No message begins with these bytes.
  case noise
  /// The message has an impossible length.
  case length
  /// The structure of the message is wrong: a field, a number, a trailer, an escape.
  case structure
  /// The checksum of the message is wrong.
  case checksum
  /// The message is of a kind that is not read: a line of other text, or a message whose checksum depends on its kind.
  case unknown
  /// The format has no checksum, and the values of the message are impossible: a quaternion far
  /// from norm 1, no gravity, time running backward.
  case implausible
}
