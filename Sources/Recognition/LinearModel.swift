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
  public private(set) var labelCount: Int = 0
  /// The value of an integer weight of 1, Q1.30, > 0.
  public private(set) var weightStep: Fixed<30> = .zero
  /// Verdicts with a smaller margin are rejected; Q19.12, 0 rejects nothing.
  public private(set) var rejectThreshold: Fixed<12> = .zero
  /// Tells one table from another on the wire.
  public private(set) var stamp: UInt32 = 0
  /// The integers, two columns in a word, four rows side by side: a Cortex-M4 multiplies and adds
  /// either half of a word in one instruction, and one feature serves four rows.
  private var pairs = InlineArray<448, UInt32>(repeating: 0)

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

  /// A model of a table that was checked when it was made; see ``load``.
  public init(
    checkedLabelCount: Int, weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12>, stamp: UInt32
  ) {
    self.init()
    load(
      checkedLabelCount: checkedLabelCount, weights: weights, weightStep: weightStep,
      rejectThreshold: rejectThreshold, stamp: stamp)
  }

  /// A model that knows no label: its verdict is label 0 with the least score.
  public init() {}

  /// Becomes the model of a table that was checked when it was made, as the generated ones are, in place:
  /// a controller has no room for a second one. Rows that break the bound would make wrong scores,
  /// nothing worse: what does not fit is left out.
  public mutating func load(
    checkedLabelCount: Int, weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12>, stamp: UInt32
  ) {
    labelCount = Swift.min(Swift.max(checkedLabelCount, 0), Self.maximumLabels)
    self.weightStep = weightStep
    self.rejectThreshold = rejectThreshold
    self.stamp = stamp
    for place in 0..<448 { pairs[unchecked: place] = 0 }
    let rows = labelCount
    var index = 0
    for row in 0..<Self.maximumLabels where row < rows {
      for column in 0..<ZoneFeatures.count where index < weights.count {
        let word = UInt32(truncatingIfNeeded: UInt16(bitPattern: weights[unchecked: index]))
        let place = (row &>> 2) &* 56 &+ (column &>> 1) &* 4 &+ (row & 3)
        pairs[unchecked: place] |= column & 1 == 0 ? word : word &<< 16
        index &+= 1
      }
    }
  }

  /// The label with the highest score, the lowest index on a tie.
  ///
  /// Int16 × Q1.14 = Q.14 integers, 28 terms, exact in Int32 by the bound on the rows. Score and margin:
  /// Q.14 × Q1.30 = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. With a single label the margin is
  /// its score.
  public mutating func verdict(on features: inout ZoneFeatures) -> Verdict {
    var ranking = Ranking()
    var (row, index) = (0, 0)
    while row < labelCount {
      var (a, b, c, d): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      var column = 0
      while column < ZoneFeatures.count {
        let left = Int32(truncatingIfNeeded: features.values[unchecked: column])
        let right = Int32(truncatingIfNeeded: features.values[unchecked: column &+ 1])
        a &+= Self.product(pairs[unchecked: index], left, right)
        b &+= Self.product(pairs[unchecked: index &+ 1], left, right)
        c &+= Self.product(pairs[unchecked: index &+ 2], left, right)
        d &+= Self.product(pairs[unchecked: index &+ 3], left, right)
        index &+= 4
        column &+= 2
      }
      ranking.add(a, row, of: labelCount)
      ranking.add(b, row &+ 1, of: labelCount)
      ranking.add(c, row &+ 2, of: labelCount)
      ranking.add(d, row &+ 3, of: labelCount)
      row &+= 4
    }
    var difference = WideSum(ranking.best, times: weightStep.bits)
    if labelCount > 1 { difference.subtract(ranking.second, times: weightStep.bits) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    return Verdict(
      label: UInt8(truncatingIfNeeded: ranking.label),
      score: Fixed(bits: WideSum(ranking.best, times: weightStep.bits).saturated(dropping: 32)),
      margin: margin, isRejected: margin < rejectThreshold)
  }

  /// The two weights in `pair`, low half first, times two features.
  @inline(__always)
  private static func product(_ pair: UInt32, _ left: Int32, _ right: Int32) -> Int32 {
    let low = Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: pair))
    let high = Int32(bitPattern: pair) &>> 16
    return low &* left &+ high &* right
  }

  /// The two highest scores so far and whose the highest is.
  private struct Ranking {
    var (best, second) = (Int32.min, Int32.min)
    var label = 0

    @inline(__always)
    mutating func add(_ score: Int32, _ row: Int, of count: Int) {
      guard row < count else { return }
      if score > best {
        second = best
        best = score
        label = row
      } else if score > second {
        second = score
      }
    }
  }
}
