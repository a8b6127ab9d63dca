import FixedPoint
import Geometry

/// How hard a stroke is accelerated against how fast it is turned: a hand that writes moves the board more than it
/// turns it.
public struct MotionEffort: Sendable {
  private var samples: UInt32 = 0
  /// Σ |a|², m²/s⁴, UQ26.6, and Σ |ω|², rad²/s², UQ22.10: 2²⁵ each, of 1,000 samples below 2³².
  private var (force, turning): (UInt32, UInt32) = (0, 0)

  /// Of nothing yet.
  public init() {}

  /// Takes a sample: |a|² / 32, UQ16.16, and |ω|², UQ12.20, 0 where it is not known.
  ///
  /// 1,023 samples of less than 2²² count.
  public mutating func add(energy: UInt32, turning squaredRate: UInt32) {
    guard samples < 1023 else { return }
    samples &+= 1
    force &+= energy &>> 5
    turning &+= squaredRate &>> 10
  }

  /// The root mean square of the acceleration less its mean over that of the angular rate, m/s per rad,
  /// Q19.12; nil where no turning is known. `mean` is the acceleration's, m/s².
  ///
  /// |mean|²: Q7.8 × Q7.8 = Q.16, three terms below 2³², in Q.6 times 1,023 below 2³². Ratio of the squares:
  /// UQ26.6 / UQ22.10, 16 times the quotient of the bits, whose Q.16 so are Q.12 of it. Root: Q.12 in 2¹² = Q.24.
  public func forceOverTurning(mean: Vector3<23>) -> Fixed<12>? {
    guard turning > 1 else { return nil }
    let square = squaredNorm(
      quarterWord(mean.x.bits), quarterWord(mean.y.bits), quarterWord(mean.z.bits))
    let constant = (square &>> 10) &* samples
    let varying = force > constant ? force &- constant : 0
    let ratio: Fixed<16> = Fixed<0>(bits: Int32(bitPattern: varying &>> 1))
      .divided(by: Fixed<0>(bits: Int32(bitPattern: turning &>> 1)))
    let root = integerSquareRoot(
      wide: UInt64(bitPattern: WideSum(word: ratio.bits, shiftedLeft: 12).bits))
    return Fixed(bits: Int32(bitPattern: root))
  }
}
