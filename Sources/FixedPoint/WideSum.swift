/// A 64-bit sum of 32 × 32-bit products: with `WideProduct` the only place where the core crosses
/// between 32 and 64 bits.
///
/// On a Cortex-M4 each `add(_:times:)` is one `smlal`. A sum of n products needs
/// log₂ n bits of headroom: |a·b| ≤ 2⁶², so two products of full-range operands fit, and more when
/// the operands are known to be smaller. Say which above the call.
@frozen
public struct WideSum: Equatable, Sendable {
  /// The sum, two's complement; its fraction bits are those of the two factors added.
  public var bits: Int64

  /// 0.
  @inlinable @inline(__always)
  public init() { bits = 0 }

  /// The sum `bits`.
  @inlinable @inline(__always)
  public init(bits: Int64) { self.bits = bits }

  /// The sum `high` · 2³² + `low`, joined from its words: sign-extending a word to 64 bits the usual
  /// way becomes a call when the compiler optimizes for size.
  @inlinable @inline(__always)
  public init(high: Int32, low: UInt32) {
    let upper = UInt64(truncatingIfNeeded: UInt32(bitPattern: high)) &<< 32
    bits = Int64(bitPattern: upper | UInt64(truncatingIfNeeded: low))
  }

  /// The sum `word`, sign-extended.
  @inlinable @inline(__always)
  public init(word: Int32) { self.init(high: word &>> 31, low: UInt32(bitPattern: word)) }

  /// The single product `a · b`, exact.
  @inlinable @inline(__always)
  public init(_ a: Int32, times b: Int32) { bits = Self.product(a, b) }

  /// Adds the exact product `a · b`; the sum wraps past ±2⁶³.
  @inlinable @inline(__always)
  public mutating func add(_ a: Int32, times b: Int32) { bits &+= Self.product(a, b) }

  /// Subtracts the exact product `a · b`; the sum wraps past ±2⁶³.
  @inlinable @inline(__always)
  public mutating func subtract(_ a: Int32, times b: Int32) { bits &-= Self.product(a, b) }

  /// The exact product of two words, joined from its halves so that 32-bit ARM emits one `smull`.
  @inlinable @inline(__always)
  static func product(_ a: Int32, _ b: Int32) -> Int64 {
    let p = a.multipliedFullWidth(by: b)
    return Self(high: p.high, low: UInt32(truncatingIfNeeded: p.low)).bits
  }

  /// The sum divided by 2^`shift`, rounded to nearest with ties toward +∞, wrapped to 32 bits.
  ///
  /// - Parameter shift: 0…63; 0 drops nothing. Use it where the result is known to fit; the sum must
  ///   be below 2⁶³ − 2^(shift−1).
  @inlinable @inline(__always)
  public func rounded(dropping shift: Int) -> Int32 {
    Int32(truncatingIfNeeded: incremented(for: shift) &>> Int64(truncatingIfNeeded: shift))
  }

  /// The sum divided by 2^`shift`, rounded to nearest with ties toward +∞, clamped to 32 bits.
  ///
  /// - Parameter shift: 0…63. The rounding increment must not carry past 2⁶³: a sum below
  ///   2⁶³ − 2^(shift−1) is safe.
  @inlinable @inline(__always)
  public func saturated(dropping shift: Int) -> Int32 {
    let sum = incremented(for: shift)
    let low = Int32(truncatingIfNeeded: sum &>> Int64(truncatingIfNeeded: shift))
    let high = Int32(truncatingIfNeeded: sum &>> 32)
    // −1 or 0; it turns the greatest value into the limit of its side.
    let sign = high &>> 31
    guard shift > 0 else { return high == low &>> 31 ? low : sign ^ .max }
    // In range when every bit from shift + 31 up repeats the sign: always, from 32 dropped bits on.
    guard shift < 32 else { return low }
    return high &>> Int32(truncatingIfNeeded: shift &- 1) == sign ? low : sign ^ .max
  }

  /// The sum divided by 2^`shift`, 0…63, rounded toward zero, wrapped to 32 bits. Any sum is safe.
  ///
  /// Decay multiplies with this one: a state that is only rounded to nearest sticks at a small
  /// value for ever, one that is rounded toward zero reaches it.
  @inlinable @inline(__always)
  public func truncated(dropping shift: Int) -> Int32 {
    let towardZero = bits < 0 ? bits &+ ((1 &<< Int64(truncatingIfNeeded: shift)) &- 1) : bits
    return Int32(truncatingIfNeeded: towardZero &>> Int64(truncatingIfNeeded: shift))
  }

  /// The sum plus half of what `shift` drops.
  @inlinable @inline(__always)
  func incremented(for shift: Int) -> Int64 {
    shift > 0 ? bits &+ 1 &<< Int64(truncatingIfNeeded: shift &- 1) : bits
  }
}
