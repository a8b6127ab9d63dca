/// A 64-bit sum of 32 × 32-bit products. Only this type and `WideProduct` convert between 32 and
/// 64 bits in the core.
///
/// On a Cortex-M4 each `add(_:times:)` is one `smlal`. A sum of n products needs log₂ n bits of
/// headroom: |a·b| ≤ 2⁶², so two products of full-range operands fit, and more if the operands are
/// known to be smaller. State the bound in a comment above the call. Where assertions are on, as in
/// `make test-bounds`, a sum that leaves 64 bits stops the program.
///
/// With the compiler option `-DPRODUCTS_OUT_OF_LINE`, each operation is one copy of its code that is called. A Cortex-M0 has no such
/// instruction, so inline it would need many times the flash. RISC-V has two, and saves less.
@frozen
public struct WideSum: Equatable, Sendable {
  /// The sum, two's complement. Its fraction bits are the sum of those of the two factors.
  public var bits: Int64

  /// 0.
  @inlinable @inline(__always)
  public init() { bits = 0 }

  /// The sum `bits`.
  @inlinable @inline(__always)
  public init(bits: Int64) { self.bits = bits }

  /// The sum `high` · 2³² + `low`, joined from its words by position (all supported machines are
  /// little-endian). A conversion between integers of different widths would become a call when the
  /// compiler optimizes for size.
  @inlinable @inline(__always)
  public init(high: Int32, low: UInt32) { bits = unsafeBitCast((low, high), to: Int64.self) }

  /// The sum `word`, sign-extended.
  @inlinable @inline(__always)
  public init(word: Int32) { self.init(high: word &>> 31, low: UInt32(bitPattern: word)) }

  /// The sum `word` · 2^`shift`, for a shift of 1…31.
  @inlinable @inline(__always)
  public init(word: Int32, shiftedLeft shift: Int32) {
    let low = UInt32(bitPattern: word) &<< UInt32(bitPattern: shift)
    self.init(high: word &>> (32 &- shift), low: low)
  }

  /// The two words of the sum.
  @inlinable @inline(__always)
  public var words: (low: UInt32, high: Int32) {
    unsafeBitCast(bits, to: (low: UInt32, high: Int32).self)
  }

  /// The single product `a · b`, exact.
  @inlinable @inline(__always)
  public init(_ a: Int32, times b: Int32) { bits = Self.product(a, b) }

  /// Adds the exact product `a · b`. The sum must stay within ±2⁶³; past it, it wraps.
  @inlinable @inline(__always)
  public mutating func add(_ a: Int32, times b: Int32) {
    assert(!bits.addingReportingOverflow(Self.product(a, b)).overflow)
    bits = Self.sum(bits, a, b)
  }

  /// Subtracts the exact product `a · b`. The sum must stay within ±2⁶³; past it, it wraps.
  @inlinable @inline(__always)
  public mutating func subtract(_ a: Int32, times b: Int32) {
    assert(!bits.subtractingReportingOverflow(Self.product(a, b)).overflow)
    bits = Self.difference(bits, a, b)
  }

  /// Adds the square of `a`, exact. The sum counts as unsigned and must stay below 2⁶⁴; at 2⁶⁴ it wraps to 0.
  @inlinable @inline(__always)
  public mutating func addSquare(of a: Int32) {
    assert(
      bits &+ Self.product(a, a) == 0
        || UInt64(bitPattern: bits &+ Self.product(a, a)) >= UInt64(bitPattern: bits))
    bits = Self.sum(bits, a, a)
  }

  /// The sum divided by 2^`shift`, rounded to nearest with ties toward +∞, which must fit in 32 bits.
  ///
  /// - Parameter shift: 0…63; 0 drops nothing. The sum must be below 2⁶³ − 2^(shift−1).
  @inlinable @inline(__always)
  public func rounded(dropping shift: Int) -> Int32 {
    assert(Int32(exactly: incremented(for: shift).bits >> shift) != nil)
    return wrapped(dropping: shift)
  }

  /// As `rounded`, wrapped to 32 bits: for angles, whose range is the turn.
  @inlinable @inline(__always)
  public func wrapped(dropping shift: Int) -> Int32 {
    shift < 32 ? roundedByWords(dropping: shift) : wrappedInLine(dropping: shift)
  }

  /// As `wrapped`, in line on every core: for loops over the points of a stroke.
  @inlinable @inline(__always)
  public func wrappedInLine(dropping shift: Int) -> Int32 {
    incremented(for: shift).word(above: shift)
  }

  /// The sum divided by 2^`shift`, rounded to nearest with ties toward +∞, clamped to 32 bits.
  ///
  /// With 32 or more dropped bits the result is always in range.
  ///
  /// - Parameter shift: 0…63. The rounding increment must not carry past 2⁶³: a sum below
  ///   2⁶³ − 2^(shift−1) is safe.
  @inlinable @inline(__always)
  public func saturated(dropping shift: Int) -> Int32 {
    shift < 32 ? saturatedByWords(dropping: shift) : wrappedInLine(dropping: shift)
  }

  /// `wrapped`, for a shift of 0…31.
  #if PRODUCTS_OUT_OF_LINE
    @usableFromInline @inline(never)
  #else
    @inlinable @inline(__always)
  #endif
  func roundedByWords(dropping shift: Int) -> Int32 {
    // Gives the compiler the range, which saves branches.
    let shift = shift & 31
    return incremented(for: shift).word(above: shift)
  }

  /// `saturated`, for a shift of 0…31.
  #if PRODUCTS_OUT_OF_LINE
    @usableFromInline @inline(never)
  #else
    @inlinable @inline(__always)
  #endif
  func saturatedByWords(dropping shift: Int) -> Int32 {
    let shift = shift & 31
    let sum = incremented(for: shift)
    let low = sum.word(above: shift)
    let high = sum.words.high
    // −1 or 0. XOR with it turns the greatest value into the limit on the side of the sign.
    let sign = high &>> 31
    guard shift > 0 else { return high == low &>> 31 ? low : sign ^ .max }
    // In range if every bit from shift + 31 up repeats the sign.
    return high &>> Int32(truncatingIfNeeded: shift &- 1) == sign ? low : sign ^ .max
  }

  /// As `saturated`, for a shift of 1…31, but values out of range end up to 2^(32 − `shift`) − 1
  /// short of the limit. Only the upper word is clamped, which is one `ssat`.
  @inlinable @inline(__always)
  public func roughlySaturated(dropping shift: Int) -> Int32 {
    let (low, high) = incremented(for: shift).words
    let limit = Int32.max &>> Int32(truncatingIfNeeded: 32 &- shift)
    let clamped = Swift.min(Swift.max(high, -1 &- limit), limit)
    return clamped &<< Int32(truncatingIfNeeded: 32 &- shift)
      | Int32(bitPattern: low &>> UInt32(truncatingIfNeeded: shift))
  }

  /// The sum divided by 2^`shift`, 0…63, rounded toward zero, wrapped to 32 bits. Any sum is safe.
  ///
  /// Use this for decay. A state that is rounded to nearest stays at a small value for ever. A
  /// state that is rounded toward zero reaches it.
  @inlinable @inline(__always)
  public func truncated(dropping shift: Int) -> Int32 {
    // For a negative sum, add 2^shift − 1.
    let sign = words.high &>> 31
    let upper = shift > 32 ? 1 &<< Int32(truncatingIfNeeded: shift &- 32) &- 1 : 0
    let lower = shift < 32 ? 1 &<< UInt32(truncatingIfNeeded: shift) &- 1 : UInt32.max
    let excess = Self(high: sign & upper, low: UInt32(bitPattern: sign) & lower)
    return Self(bits: bits &+ excess.bits).word(above: shift)
  }

  /// The 32 bits above the lowest `shift` bits, 0…63.
  @inlinable @inline(__always)
  func word(above shift: Int) -> Int32 {
    let (low, high) = words
    if shift >= 32 { return high &>> Int32(truncatingIfNeeded: shift &- 32) }
    if shift == 0 { return Int32(bitPattern: low) }
    let lower = low &>> UInt32(truncatingIfNeeded: shift)
    return high &<< Int32(truncatingIfNeeded: 32 &- shift) | Int32(bitPattern: lower)
  }

  /// The sum plus half of what `shift` drops.
  @inlinable @inline(__always)
  func incremented(for shift: Int) -> Self {
    guard shift > 0 else { return self }
    let half =
      shift > 32
      ? Self(high: 1 &<< Int32(truncatingIfNeeded: shift &- 33), low: 0)
      : Self(high: 0, low: 1 &<< UInt32(truncatingIfNeeded: shift &- 1))
    assert(!bits.addingReportingOverflow(half.bits).overflow)
    return Self(bits: bits &+ half.bits)
  }
}
