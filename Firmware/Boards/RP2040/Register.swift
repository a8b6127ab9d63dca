import _Volatile

/// A register of a peripheral, with the aliases that set and clear bits of it (RP2040 Datasheet, 2.1.2; RP2350 Datasheet, 2.1.3).
struct Register {
  let address: UInt

  @inline(__always)
  init(_ address: UInt) { self.address = address }

  @inline(__always)
  private func alias(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: address &+ offset)
  }

  @inline(__always)
  func load() -> UInt32 { alias(0).load() }
  @inline(__always)
  func store(_ value: UInt32) { alias(0).store(value) }
  /// Makes these bits 1, without reading the others.
  @inline(__always)
  func set(_ bits: UInt32) { alias(0x2000).store(bits) }
  /// Makes these bits 0, without reading the others.
  @inline(__always)
  func clear(_ bits: UInt32) { alias(0x3000).store(bits) }
  /// Waits until one of these bits is 1.
  func wait(for bits: UInt32) { while load() & bits == 0 {} }
}
