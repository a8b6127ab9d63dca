/// A ring buffer of the bytes that may still become a message. Bytes are added at the end and
/// removed at the beginning.
///
/// Reading is `mutating`: an inline array read through a nonmutating method is copied as a whole.
@frozen
public struct ByteWindow: Sendable {
  /// The capacity in bytes: more than the longest message of all formats, 280 bytes of MAVLink.
  @inlinable @inline(__always)
  public static var capacity: Int { 512 }

  @usableFromInline var storage: InlineArray<512, UInt8>
  /// The position of the first byte in the ring, 0…511.
  @usableFromInline var first: Int
  @usableFromInline var used: Int
  /// How many bytes from the first a line format has searched for the end of the line.
  @usableFromInline var searched: Int
  /// True if the byte before the first one ended a message, or if the first one begins the stream.
  /// Formats that can't check a message trust one more that is at its expected place.
  @usableFromInline var isInStep: Bool
  /// Numbers that reach this index or beyond read zeros from there on. For formats that cut off
  /// zeros.
  var valueEnd: Int

  /// An empty window.
  public init() {
    storage = InlineArray(repeating: 0)
    first = 0
    used = 0
    searched = 0
    isInStep = true
    valueEnd = .max
  }

  /// The number of bytes, 0…`capacity`.
  @inlinable @inline(__always)
  public var count: Int { used }

  /// The byte at `index`, counted from the first. Beyond the end the value is unspecified.
  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    mutating get { storage[(first &+ index) & 511] }
  }

  /// The position in the ring of the byte at `index`, for a loop over many bytes.
  @inline(__always)
  func place(of index: Int) -> Int { first &+ index }

  /// The byte at a position, which wraps around the ring.
  @inline(__always)
  mutating func byte(atPlace place: Int) -> UInt8 { storage[place & 511] }

  /// Stores a byte after the last one, without counting it yet. In a full window it overwrites the
  /// first byte.
  @inlinable @inline(__always)
  public mutating func prepare(_ byte: UInt8) { storage[(first &+ used) & 511] = byte }

  /// Counts the prepared byte. The window must not be full.
  @inlinable @inline(__always)
  public mutating func append() { used &+= 1 }

  /// Removes the first `length` bytes, at most all.
  ///
  /// - Parameters:
  ///   - length: The number of bytes.
  ///   - isMessage: True if they were a message.
  @inlinable @inline(__always)
  public mutating func drop(_ length: Int, isMessage: Bool) {
    let length = length < used ? length : used
    first = (first &+ length) & 511
    used &-= length
    searched = searched > length ? searched &- length : 0
    isInStep = isMessage
  }
}
