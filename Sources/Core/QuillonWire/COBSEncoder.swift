/// Consistent overhead byte stuffing, sender's side. It rewrites bytes so that none of them is
/// zero, and a zero can mark the end (Cheshire and Baker, "Consistent Overhead Byte Stuffing",
/// IEEE/ACM Transactions on Networking 7(2), 1999, listing 1).
///
/// The bytes are split after each zero, and after 254 bytes without one. A block of n bytes, its
/// zero not counted, is written as the code n + 1 and those n bytes. Code 0xFF means 254 bytes
/// without a zero. The encoder stores no bytes, only the index of the open block's code.
@frozen
public struct COBSEncoder: Sendable {
  @usableFromInline var codeIndex: Int
  @usableFromInline var code: UInt8

  /// The most bytes that `count` bytes can become, without the delimiter.
  @inlinable @inline(__always)
  public static func maximumLength(encoding count: Int) -> Int {
    count &+ 1 &+ count / 254
  }

  /// Opens the first block at the end of `bytes`.
  @inlinable @inline(__always)
  public init<let capacity: Int>(startingIn bytes: inout ByteBuffer<capacity>) {
    codeIndex = bytes.count
    code = 1
    bytes.append(0)
  }

  /// Adds one byte, stuffed. Bytes that do not fit into `bytes` are lost, so give it
  /// `maximumLength(encoding:)` bytes.
  @inlinable @inline(__always)
  public mutating func push<let capacity: Int>(
    _ byte: UInt8, into bytes: inout ByteBuffer<capacity>
  ) {
    if byte == 0 {
      openNextBlock(in: &bytes)
    } else {
      bytes.append(byte)
      code &+= 1
      if code == 0xFF { openNextBlock(in: &bytes) }
    }
  }

  /// Closes the last block. No delimiter is written.
  @inlinable @inline(__always)
  public mutating func finish<let capacity: Int>(in bytes: inout ByteBuffer<capacity>) {
    bytes[codeIndex] = code
  }

  @inlinable @inline(__always)
  mutating func openNextBlock<let capacity: Int>(in bytes: inout ByteBuffer<capacity>) {
    bytes[codeIndex] = code
    self = COBSEncoder(startingIn: &bytes)
  }
}
