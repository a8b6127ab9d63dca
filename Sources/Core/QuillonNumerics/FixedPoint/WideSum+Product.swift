extension WideSum {
  #if PRODUCTS_OUT_OF_LINE
    /// The exact product of two words.
    @usableFromInline @inline(never)
    static func product(_ a: Int32, _ b: Int32) -> Int64 { fullProduct(a, b) }

    /// `bits` and the exact product of two words; wraps past ±2⁶³.
    @usableFromInline @inline(never)
    static func sum(_ bits: Int64, _ a: Int32, _ b: Int32) -> Int64 {
      bits &+ fullProduct(a, b)
    }

    /// `bits` less the exact product of two words; wraps past ±2⁶³.
    @usableFromInline @inline(never)
    static func difference(_ bits: Int64, _ a: Int32, _ b: Int32) -> Int64 {
      bits &- fullProduct(a, b)
    }

    @inline(__always)
    private static func fullProduct(_ a: Int32, _ b: Int32) -> Int64 {
      #if arch(arm)
        return productOfHalves(a, b)
      #else
        let p = a.multipliedFullWidth(by: b)
        return Self(high: p.high, low: p.low).bits
      #endif
    }
  #else
    /// The exact product of two words, joined from its halves so that 32-bit ARM emits one `smull`.
    @inlinable @inline(__always)
    static func product(_ a: Int32, _ b: Int32) -> Int64 {
      let p = a.multipliedFullWidth(by: b)
      return Self(high: p.high, low: p.low).bits
    }

    /// `bits` and the exact product of two words; wraps past ±2⁶³.
    @inlinable @inline(__always)
    static func sum(_ bits: Int64, _ a: Int32, _ b: Int32) -> Int64 { bits &+ product(a, b) }

    /// `bits` less the exact product of two words; wraps past ±2⁶³.
    @inlinable @inline(__always)
    static func difference(_ bits: Int64, _ a: Int32, _ b: Int32) -> Int64 { bits &- product(a, b) }
  #endif

  /// The exact product of two words from four products of their halves, for a core whose multiplier gives 32 bits. The compiler's own routine
  /// multiplies 64 × 64 bits.
  ///
  /// With a = 2¹⁶ a₁ + a₀ and b likewise, a₁ and b₁ signed (Warren 2012, Hacker's Delight, 8-2). |a₁ b₀| ≤ 2¹⁵ (2¹⁶ − 1), and what is
  /// carried into it is below 2¹⁶: the sum is below 2³¹. The same holds for a₀ b₁.
  @inline(__always)
  package static func productOfHalves(_ a: Int32, _ b: Int32) -> Int64 {
    let (a1, a0) = (a &>> 16, a & 0xFFFF)
    let (b1, b0) = (b &>> 16, b & 0xFFFF)
    let lowest = UInt32(bitPattern: a0) &* UInt32(bitPattern: b0)
    assert(!(a1 &* b0).addingReportingOverflow(Int32(bitPattern: lowest &>> 16)).overflow)
    let middle = a1 &* b0 &+ Int32(bitPattern: lowest &>> 16)
    assert(!(a0 &* b1).addingReportingOverflow(middle & 0xFFFF).overflow)
    let other = a0 &* b1 &+ (middle & 0xFFFF)
    return Self(
      high: a1 &* b1 &+ middle &>> 16 &+ other &>> 16,
      low: UInt32(bitPattern: a) &* UInt32(bitPattern: b)
    ).bits
  }
}
