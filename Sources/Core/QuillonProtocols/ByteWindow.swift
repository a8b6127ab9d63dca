/// The bytes that may still become a message, in a ring: in at the end, out at the beginning.
///
/// Reading is `mutating` because an inline array read through a non-mutating method is copied
/// whole.
@frozen
public struct ByteWindow: Sendable {
  /// How many bytes it can hold: more than the longest message of all formats, 280 bytes of MAVLink.
  @inlinable @inline(__always)
  public static var capacity: Int { 512 }

  @usableFromInline var storage: InlineArray<512, UInt8>
  /// Where the first byte stands, 0…511.
  @usableFromInline var first: Int
  @usableFromInline var used: Int
  /// How many of the first bytes a line format has searched for the end of the line.
  @usableFromInline var searched: Int
  /// True when the byte before the first was the last one of a message, or the first is the first of
  /// the stream: formats that can't check a message are surer of one that stands where it should.
  @usableFromInline var isInStep: Bool
  /// Numbers that reach to this index and beyond read zeros there: for formats that cut them off.
  var valueEnd: Int

  /// The empty window.
  public init() {
    storage = InlineArray(repeating: 0)
    first = 0
    used = 0
    searched = 0
    isInStep = true
    valueEnd = .max
  }

  /// How many bytes it holds, 0…`capacity`.
  @inlinable @inline(__always)
  public var count: Int { used }

  /// The byte at `index`, counted from the first. Beyond the end it is some byte or other.
  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    mutating get { storage[(first &+ index) & 511] }
  }

  /// Where in the ring the byte at `index` stands, for a loop over many.
  @inline(__always)
  func place(of index: Int) -> Int { first &+ index }

  /// The byte at that place, and round and round the ring.
  @inline(__always)
  mutating func byte(atPlace place: Int) -> UInt8 { storage[place & 511] }

  /// Puts a byte behind the last one, where it is not counted yet. Of a full window it takes the first one's place.
  @inlinable @inline(__always)
  public mutating func prepare(_ byte: UInt8) { storage[(first &+ used) & 511] = byte }

  /// Counts the byte that was prepared; the window must not be full.
  @inlinable @inline(__always)
  public mutating func append() { used &+= 1 }

  /// Removes the first bytes.
  ///
  /// - Parameters:
  ///   - length: how many, at most all.
  ///   - isMessage: they were a message.
  @inlinable @inline(__always)
  public mutating func drop(_ length: Int, isMessage: Bool) {
    let length = length < used ? length : used
    first = (first &+ length) & 511
    used &-= length
    searched = searched > length ? searched &- length : 0
    isInStep = isMessage
  }
}
