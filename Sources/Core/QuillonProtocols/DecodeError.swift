/// Why bytes were passed over.
@frozen
public enum DecodeError: UInt8, CaseIterable, Sendable {
  /// They stand where a message should begin and do not begin one.
  case noise
  /// A message of an impossible length.
  case length
  /// A message whose inner form is wrong: a field, a number, a trailer, an escape.
  case structure
  /// A message whose checksum does not fit.
  case checksum
  /// A message that cannot be checked, because its checksum depends on a kind that is not known.
  case unknown
  /// A message of a format without a checksum whose values cannot be: a quaternion far from norm 1,
  /// no gravity, time running backward.
  case implausible
}
