import _Volatile

/// Words of flash that an image may write: they keep their content without power. Erased, all their bits
/// are 1; writing can only clear bits.
public struct FlashPage {
  /// How many words it has.
  public let wordCount: Int
  private let address: UInt

  /// The `byteCount` bytes from `address` on.
  public init(address: UInt, byteCount: Int) {
    self.address = address
    wordCount = byteCount &>> 2
  }

  /// The word at `index`, 0..<`wordCount`. What may be set, and how, is the board's matter.
  public subscript(index: Int) -> UInt32 {
    get { register(index).load() }
    nonmutating set { register(index).store(newValue) }
  }

  private func register(_ index: Int) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: address &+ UInt(truncatingIfNeeded: index &<< 2))
  }
}
