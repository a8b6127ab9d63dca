import FixedPoint

/// A table of weights, one row of 28 for each label: a trained linear classifier.
///
/// A weight is `integer` × `weightStep`. The integers are chosen so that no score can overflow:
/// in every row their magnitudes sum to less than 65,536, and a feature's magnitude is at most 2¹⁵,
/// so every partial sum stays within 2³¹.
public struct LinearModel: Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { 32 }

  /// How many labels it knows, 1…32.
  public let labelCount: Int
  /// The value of an integer weight of 1, Q1.30, > 0.
  public let weightStep: Fixed<30>
  /// Verdicts with a smaller margin are rejected; Q19.12, 0 rejects nothing.
  public let rejectThreshold: Fixed<12>
  /// Tells one table from another on the wire.
  public let stamp: UInt32
  @usableFromInline var weights = InlineArray<896, Int16>(repeating: 0)

  /// A model from its parts; nil when `weights` is not `labelCount` rows of 28, 1…32 of them, when a
  /// row's magnitudes sum to 65,536 or more, or when `weightStep` is not positive.
  ///
  /// - Parameter weights: the integers row by row.
  public init?(
    labelCount: Int, weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12> = .zero, stamp: UInt32
  ) {
    guard labelCount >= 1, labelCount <= Self.maximumLabels, weightStep > .zero,
      weights.count == labelCount &* ZoneFeatures.count
    else { return nil }
    var index = 0
    for _ in 0..<labelCount {
      var magnitudes: UInt32 = 0
      for _ in 0..<ZoneFeatures.count {
        magnitudes &+= UInt32(truncatingIfNeeded: weights[unchecked: index].magnitude)
        index &+= 1
      }
      guard magnitudes < 65_536 else { return nil }
    }
    self.init(
      checkedLabelCount: labelCount, weights: weights, weightStep: weightStep,
      rejectThreshold: rejectThreshold, stamp: stamp)
  }

  /// A model of a table that was checked when it was made, as the generated ones are. Rows that break
  /// the bound would make wrong scores, nothing worse: what does not fit is left out.
  public init(
    checkedLabelCount: Int, weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12>, stamp: UInt32
  ) {
    labelCount = Swift.min(Swift.max(checkedLabelCount, 0), Self.maximumLabels)
    self.weightStep = weightStep
    self.rejectThreshold = rejectThreshold
    self.stamp = stamp
    let count = Swift.min(weights.count, Self.maximumLabels &* ZoneFeatures.count)
    for index in 0..<count { self.weights[unchecked: index] = weights[unchecked: index] }
  }

  /// The label with the highest score, the lowest index on a tie.
  ///
  /// Int16 × Q1.14 = Q.14 integers, 28 terms, exact in Int32 by the bound on the rows. Score and margin:
  /// Q.14 × Q1.30 = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. With a single label the margin is
  /// its score.
  @inlinable
  public mutating func verdict(on features: inout ZoneFeatures) -> Verdict {
    var (best, second) = (Int32.min, Int32.min)
    var label = 0
    var index = 0
    for row in 0..<labelCount {
      var sum: Int32 = 0
      for column in 0..<ZoneFeatures.count {
        sum &+=
          Int32(truncatingIfNeeded: weights[unchecked: index])
          &* Int32(truncatingIfNeeded: features.values[unchecked: column])
        index &+= 1
      }
      if sum > best {
        second = best
        best = sum
        label = row
      } else if sum > second {
        second = sum
      }
    }
    var difference = WideSum(best, times: weightStep.bits)
    if labelCount > 1 { difference.subtract(second, times: weightStep.bits) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    return Verdict(
      label: UInt8(truncatingIfNeeded: label),
      score: Fixed(bits: WideSum(best, times: weightStep.bits).saturated(dropping: 32)),
      margin: margin, isRejected: margin < rejectThreshold)
  }
}
