import _Volatile

/// A register of the chip.
struct Register {
  let address: UInt

  @inline(__always)
  init(_ address: UInt) { self.address = address }

  @inline(__always)
  private var place: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: address) }

  @inline(__always)
  func load() -> UInt32 { place.load() }
  @inline(__always)
  func store(_ value: UInt32) { place.store(value) }
  /// Makes these bits 1.
  @inline(__always)
  func set(_ bits: UInt32) { store(load() | bits) }
  /// Makes these bits 0.
  @inline(__always)
  func clear(_ bits: UInt32) { store(load() & ~bits) }
}
