import FixedPoint
import Recognition

extension LinearModel {
  /// 26 rows of weights of either sign that anyone can compute: for replays and measurements, which
  /// want a full table and don't care what it recognizes.
  public static func pseudorandom() -> LinearModel {
    var weights = InlineArray<728, Int16>(repeating: 0)
    var state: UInt32 = 0x2545_F491
    for index in 0..<728 {
      state = state &* 1_664_525 &+ 1_013_904_223
      // −1,024…1,023: a row's magnitudes sum to less than 28 · 1,024.
      weights[index] = Int16(truncatingIfNeeded: Int32(bitPattern: state) &>> 21)
    }
    return LinearModel(
      checkedLabelCount: 26, weights: weights.span, weightStep: Fixed(bits: 1 &<< 20),
      rejectThreshold: .zero, stamp: 0x5052_4E44)
  }
}
