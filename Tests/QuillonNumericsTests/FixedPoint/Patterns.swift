import QuillonReferenceModel

/// Words where carries, signs and shifts change: 0, powers of two and their neighbors, the limits.
let edges: [Int32] = {
  var words: Set<Int32> = [0, 1, -1, .max, .min, .max - 1, .min + 1, 0x5555_5555, -0x5555_5556]
  for shift in 1..<31 {
    let power: Int32 = 1 << shift
    words.formUnion([power, power - 1, power + 1, -power, -power - 1, 1 - power])
  }
  return words.sorted()
}()

extension SeededRandom {
  /// A random word of random length, so that small and large magnitudes are equally likely.
  mutating func word() -> Int32 {
    let bits = next()
    return Int32(truncatingIfNeeded: bits >> 32) >> Int32(truncatingIfNeeded: bits & 31)
  }

  /// A random long word of random length.
  mutating func longWord() -> Int64 {
    let length = next() & 63
    return Int64(truncatingIfNeeded: next()) >> Int64(length)
  }
}

/// The hexadecimal two's complement patterns, for failure messages.
func hex(_ words: Int32...) -> String {
  words.map { "0x" + String(UInt32(bitPattern: $0), radix: 16) }.joined(separator: ", ")
}

/// The largest error met, and where.
struct WorstError: CustomStringConvertible {
  var ulps = 0.0
  var place = "nowhere"

  /// Compares `bits` with the exact value in steps of the format.
  mutating func note(_ bits: Int32, exact: Double, at place: @autoclosure () -> String) {
    let error = abs(Double(bits) - exact)
    // Not a number must not pass for a small error.
    if !(error <= ulps) {
      ulps = error
      self.place = place()
    }
  }

  var description: String { "error \(ulps) ulp at \(place)" }
}

/// Counts cases that went wrong and keeps the first, so that a loop of millions reports once.
struct Mismatches: CustomStringConvertible {
  var count = 0
  var first = ""

  mutating func note(_ isRight: Bool, _ place: @autoclosure () -> String) {
    guard !isRight else { return }
    if count == 0 { first = place() }
    count += 1
  }

  var description: String { "\(count) wrong, first \(first)" }
}

/// `value` / 2^`shift` rounded to nearest with ties toward +∞, clamped to 32 bits; written with a
/// remainder instead of a shift.
func roundedOracle(_ value: Int128, droppingBits shift: Int) -> Int32 {
  let divisor = Int128(1) << Int128(shift)
  var (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  if remainder < 0 {
    quotient -= 1
    remainder += divisor
  }
  if remainder * 2 >= divisor && shift > 0 { quotient += 1 }
  return Int32(clamping: quotient)
}
