/// The approximate upper word of a product: Qf × Qg = Q(f+g−32), at most 2 steps below the exact
/// value and never above it. Both factors must be within ±2³⁰, but for the rounding of a unit vector.
///
/// It takes three 16 × 16-bit multiplies. This is a third of the cost of the exact word on a core
/// whose multiplier gives 32 bits. On a larger core the exact word is cheaper. Use it for values
/// that are not accumulated.
///
/// With a = a₁ 2¹⁶ + a₀ it is a₁b₁ + (a₁b₀ + a₀b₁) 2⁻¹⁶. The omitted part, a₀b₀, is less than a
/// step. The middle sum stays below 2³¹, because |a₁| and |b₁| are at most 2¹⁴.
@inlinable @inline(__always)
public func shortProduct(_ a: Int32, _ b: Int32) -> Int32 {
  assert(a.magnitude <= 1 << 30 + 32_768 && b.magnitude <= 1 << 30 + 32_768)
  let (a1, a0) = (a &>> 16, a & 0xFFFF)
  let (b1, b0) = (b &>> 16, b & 0xFFFF)
  return a1 &* b1 &+ (a1 &* b0 &+ a0 &* b1) &>> 16
}

/// The same for the square of a number.
@inlinable @inline(__always)
public func shortSquare(_ a: Int32) -> Int32 {
  assert(a.magnitude <= 1 << 30 + 32_768)
  let (a1, a0) = (a &>> 16, a & 0xFFFF)
  return a1 &* a1 &+ (a1 &* a0) &>> 15
}
