import _Volatile

/// A peripheral of the chip: its tasks, events and other registers by their offsets (nRF52840 Product Specification v1.7, 4.2 and
/// 6.1.1). Storing 1 to a task starts it; an event is 1 from when it happens until 0 is stored.
struct Peripheral {
  let base: UInt

  @inline(__always)
  init(_ base: UInt) { self.base = base }

  /// The register at `offset`.
  @inline(__always)
  subscript(offset: UInt) -> UInt32 {
    get { VolatileMappedRegister<UInt32>(unsafeBitPattern: base &+ offset).load() }
    nonmutating set {
      VolatileMappedRegister<UInt32>(unsafeBitPattern: base &+ offset).store(newValue)
    }
  }
}
