/// Consistent overhead byte stuffing, receiver's side: one byte in, at most one byte out, and no
/// buffer of its own (Cheshire and Baker 1999; see `COBSEncoder`).
///
/// It accepts any bytes. A delimiter always brings it back to the start.
@frozen
public struct COBSDecoder: Sendable {
  /// The result of a byte.
  @frozen
  public enum Step: Equatable, Sendable {
    /// The code of a block. It carries no content byte.
    case code
    /// The next byte of the content.
    case byte(UInt8)
    /// A delimiter after whole blocks: the content is complete.
    case end
    /// A delimiter inside a block: bytes are missing, or a zero was inserted.
    case cutShort
    /// A delimiter with nothing before it.
    case empty
  }

  @usableFromInline
  enum Block: Sendable {
    /// Between a delimiter and the first code.
    case none
    /// A block that ends with a zero, and how many of its bytes are still to come.
    case ended(UInt8)
    /// A block of 254 bytes that ends without a zero, and how many of its bytes are still to come.
    case full(UInt8)
  }

  @usableFromInline var block: Block

  /// A decoder that expects the first code.
  @inlinable @inline(__always)
  public init() { block = .none }

  /// Decodes one byte.
  @inlinable @inline(__always)
  public mutating func push(_ byte: UInt8) -> Step {
    switch block {
    case .none:
      guard byte != 0 else { return .empty }
      open(byte)
      return .code
    case .ended(0):
      guard byte != 0 else { return close(.end) }
      // The zero at the end of a block belongs to the content only if another block follows: the
      // last zero is not sent.
      open(byte)
      return .byte(0)
    case .full(0):
      guard byte != 0 else { return close(.end) }
      open(byte)
      return .code
    case .ended(let remaining):
      guard byte != 0 else { return close(.cutShort) }
      block = .ended(remaining &- 1)
      return .byte(byte)
    case .full(let remaining):
      guard byte != 0 else { return close(.cutShort) }
      block = .full(remaining &- 1)
      return .byte(byte)
    }
  }

  @inlinable @inline(__always)
  mutating func open(_ code: UInt8) {
    block = code == 0xFF ? .full(254) : .ended(code &- 1)
  }

  @inlinable @inline(__always)
  mutating func close(_ step: Step) -> Step {
    block = .none
    return step
  }
}
