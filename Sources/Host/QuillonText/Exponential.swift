/// e to the power of `x`, to within 2 units in the last place; 0 below −708, infinity above 709, and
/// not-a-number of itself.
///
/// Only +, −, × and ÷ are used, so it gives the same bits on every machine, and needs no library of C.
/// `x` = k ln 2 + r with |r| ≤ ½ ln 2; e^r is its Taylor series.
func exponential(_ x: Double) -> Double {
  guard x >= -708 else { return x.isNaN ? x : 0 }
  guard x <= 709 else { return .infinity }
  let k = (x / naturalLogarithmOf2.high).rounded()
  let r = (x - k * naturalLogarithmOf2.high) - k * naturalLogarithmOf2.low
  var sum = 1.0
  for n in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * r / n }
  return Double(sign: .plus, exponent: Int(k), significand: sum)
}

/// The natural logarithm of `x`, to within 2 units in the last place; −infinity of 0, and not-a-number
/// below.
///
/// `x` = 2^k m with √½ ≤ m < √2; ln m = 2 artanh s with s = (m − 1) ÷ (m + 1), by its series.
func naturalLogarithm(_ x: Double) -> Double {
  guard x > 0 else { return x == 0 ? -.infinity : .nan }
  guard x.isFinite else { return x }
  var (k, m) = (Double(x.exponent), x.significand)
  if m > 0.5.squareRoot() * 2 { (k, m) = (k + 1, m / 2) }
  let s = (m - 1) / (m + 1)
  var sum = 0.0
  for n in stride(from: 23.0, through: 1, by: -2) { sum = 1 / n + sum * s * s }
  return k * naturalLogarithmOf2.high + (2 * s * sum + k * naturalLogarithmOf2.low)
}

/// ln 2 in two parts: the first has 32 trailing zeros, so that its product with an exponent is exact
/// (FreeBSD msun, e_log.c).
private let naturalLogarithmOf2 = (high: 0x1.62e42feep-1, low: 0x1.a39ef35793c76p-33)
