/// The upper word of a product, nearly: Qf × Qg = Q(f+g−32), at most 2 steps below the exact value and
/// never above it. Both factors within ±2³⁰.
///
/// Three 16 × 16-bit multiplies, a third of what the exact word costs on a core whose multiplier gives
/// 32 bits; on a larger one it is the exact word that is cheaper. For what is not accumulated.
///
/// With a = a₁ 2¹⁶ + a₀ it is a₁b₁ + (a₁b₀ + a₀b₁) 2⁻¹⁶; what is left out, a₀b₀, is less than a step.
/// The middle sum stays below 2³¹, because |a₁| and |b₁| are at most 2¹⁴.
@inlinable @inline(__always)
public func shortProduct(_ a: Int32, _ b: Int32) -> Int32 {
  let (a1, a0) = (a &>> 16, a & 0xFFFF)
  let (b1, b0) = (b &>> 16, b & 0xFFFF)
  return a1 &* b1 &+ (a1 &* b0 &+ a0 &* b1) &>> 16
}

/// The same of a number with itself.
@inlinable @inline(__always)
public func shortSquare(_ a: Int32) -> Int32 {
  let (a1, a0) = (a &>> 16, a & 0xFFFF)
  return a1 &* a1 &+ (a1 &* a0) &>> 15
}
