/// Up to `capacity` bytes in place, without allocation. An encoder fills it and a port sends it.
///
/// Reading is `mutating`: an inline array read through a nonmutating method is copied as a whole.
/// Keep the buffer in a variable and use it there.
@frozen
public struct ByteBuffer<let capacity: Int>: Sendable {
  @usableFromInline var storage: InlineArray<capacity, UInt8>
  @usableFromInline var used: Int

  /// The empty buffer.
  @inlinable @inline(__always)
  public init() {
    storage = InlineArray(repeating: 0)
    used = 0
  }

  /// How many bytes it holds, 0…`capacity`.
  @inlinable @inline(__always)
  public var count: Int { used }

  /// Adds a byte at the end. Returns false and changes nothing if the buffer is full.
  @inlinable @inline(__always) @discardableResult
  public mutating func append(_ byte: UInt8) -> Bool {
    guard used >= 0, used < capacity else { return false }
    storage[used] = byte
    used &+= 1
    return true
  }

  /// Empties the buffer. Its bytes stay in memory until they are overwritten.
  @inlinable @inline(__always)
  public mutating func removeAll() { used = 0 }

  /// The byte at `index`. Out of range, reading gives 0 and setting does nothing.
  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    mutating get {
      guard index >= 0, index < used, index < capacity else { return 0 }
      return storage[index]
    }
    set {
      guard index >= 0, index < used, index < capacity else { return }
      storage[index] = newValue
    }
  }

  /// Calls `body` with each byte in turn, first to last. For a port that accepts single bytes.
  @inlinable @inline(__always)
  public mutating func forEach(_ body: (UInt8) -> Void) {
    var index = 0
    while index < used {
      body(self[index])
      index &+= 1
    }
  }

  /// Calls `body` with the bytes as contiguous memory, valid during the call only. For a port that
  /// accepts many bytes at once, and for `Array.init`.
  @inlinable @inline(__always)
  public mutating func withUnsafeBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    storage.span.extracting(first: used > 0 ? used : 0).withUnsafeBufferPointer(body)
  }
}
