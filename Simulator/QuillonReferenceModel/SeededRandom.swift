import Foundation

/// Repeatable random numbers: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom
/// number generators", 2021). SplitMix64 fills its state from the seed.
///
/// The same seed gives the same sequence on every machine and in every release. The system's
/// generator does not promise this.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// The generator for `seed`. Every seed is good, also 0.
  public init(seed: UInt64) {
    var mixer = seed
    func mix() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var z = mixer
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    state = (mix(), mix(), mix(), mix())
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    let result = rotate(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotate(state.3, by: 45)
    return result
  }

  /// A uniform random number in 0 ..< 1, with 53 random bits.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform random number in `range`. Both ends are possible because of rounding.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// A uniform random integer in 0 ..< `bound`; `bound` must be at least 1. The bias is below bound
  /// / 2⁶⁴.
  public mutating func index(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A normally distributed random number with the given mean and standard deviation (Box and
  /// Muller 1958; one number of each pair is used).
  public mutating func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return mean + deviation * radius * cos(2 * Double.pi * uniform())
  }

  private func rotate(_ x: UInt64, by k: UInt64) -> UInt64 { (x << k) | (x >> (64 - k)) }
}
