/// A number in Q format: a 32-bit integer that counts steps of 2⁻ᶠ, where f is `fractionBits`.
///
/// `Fixed<23>` is Q8.23: 8 integer bits besides the sign, 23 fraction bits, range ±256, step 2⁻²³.
/// The format is part of the type, so values of two formats can't be mixed by accident. The meaning
/// and the unit belong in the name and the doc comment of the variable.
///
/// Overflow behavior is visible at the call: `&+` and `&-` wrap, `addingWithSaturation` and similar
/// methods clamp. No operation traps.
@frozen
public struct Fixed<let fractionBits: Int>: Equatable, Comparable, Hashable, Sendable {
  /// The value times 2ᶠ, two's complement.
  public var bits: Int32

  /// The value with the integer representation `bits`. Every pattern is a value.
  @inlinable @inline(__always)
  public init(bits: Int32) { self.bits = bits }

  /// 0.
  @inlinable @inline(__always)
  public static var zero: Self { Self(bits: 0) }

  /// 1 for formats with at least one integer bit (f ≤ 30); with f = 31 the nearest value below 1.
  @inlinable @inline(__always)
  public static var one: Self {
    Self(bits: fractionBits < 31 ? 1 &<< Int32(truncatingIfNeeded: fractionBits) : .max)
  }

  /// The greatest value, 2³¹⁻ᶠ − 2⁻ᶠ.
  @inlinable @inline(__always)
  public static var max: Self { Self(bits: .max) }

  /// The least value, −2³¹⁻ᶠ.
  @inlinable @inline(__always)
  public static var min: Self { Self(bits: .min) }

  @inlinable @inline(__always)
  public static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }
}
