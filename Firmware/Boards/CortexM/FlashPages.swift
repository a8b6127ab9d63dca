import _Volatile

/// Two pages of flash, one after the other, that an image may write: they keep their content without power. Erased,
/// all their bits are 1; writing can only clear bits.
public struct FlashPages {
  /// How many words each has.
  public let pageLength: Int
  private let address: UInt

  /// The two pages of `byteCount` bytes each from `address` on.
  public init(address: UInt, byteCount: Int) {
    self.address = address
    pageLength = byteCount &>> 2
  }

  /// The word at `index`, 0..<2 · `pageLength`. What may be set, and how, depends on the board.
  public subscript(index: Int) -> UInt32 {
    get { register(index).load() }
    nonmutating set { register(index).store(newValue) }
  }

  /// The address of the word at `index`.
  public func address(of index: Int) -> UInt {
    address &+ UInt(truncatingIfNeeded: index &<< 2)
  }

  private func register(_ index: Int) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: address(of: index))
  }
}
